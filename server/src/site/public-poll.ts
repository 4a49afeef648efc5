import { whenShown } from '@wtpu/contract/polls/on-demand/hidden-results'
import type { Poll } from '@wtpu/contract/polls/polls'
import { type Written, writtenOf } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pollOptions, polls, pollTotals, quorumOf } from '#db/schema/polls.ts'
import { visitorRotation, visitorWording } from '#db/visitor-rotation.ts'
import { areResultsHidden, isClosedPoll, isShownPoll } from '#db/visibility.ts'

/** What everybody may see of a poll without an account: its question and its totals. */
export interface PublicPoll extends Required<Written> {
  id: number
  question: string
  totalVotes: number
  publishedAt: Date
  closesAt: Date | null
  isClosed: boolean
  isSample: boolean
  importedFrom: string | null
  answeredByMail: boolean
  takesMailedAnswers: boolean
  reveal: Poll['reveal']
  /** No count of it is true: all are 0. */
  areResultsHidden: boolean
  eligible: number | null
  quorum: number | null
  /** Which of the options with an opinion stands first while the poll is open, from 0. Null: the order is the author's. */
  rotation: number | null
  options: { id: number; text: string; votes: number; is_no_opinion: boolean }[]
  /** Which of two wordings it is. Null: there is one. */
  wording: 'first' | 'second' | null
  /** The poll with the wording that visitors see, if there are two and the poll is open. */
  forVisitors: number | null
}

/** Why there are no results yet. Empty if there are. */
export const whenPublic = ({ reveal, isClosed, areResultsHidden: isHidden }: PublicPoll): string =>
  whenShown({ reveal, is_closed: isClosed, results_hidden: isHidden })

/** Undefined for polls that are scheduled or removed. */
export async function findPublicPoll(db: Db, id: number): Promise<PublicPoll | undefined> {
  const [poll] = await db
    .select({
      id: polls.id,
      question: polls.question,
      ...writtenOf(polls),
      totalVotes: pollTotals.totalVotes,
      publishedAt: polls.publishedAt,
      closesAt: polls.closesAt,
      isClosed: isClosedPoll(),
      isSample: polls.isSample,
      importedFrom: polls.importedFrom,
      answeredByMail: polls.answeredByMail,
      takesMailedAnswers: polls.takesMailedAnswers,
      reveal: polls.reveal,
      areResultsHidden: areResultsHidden(),
      eligible: polls.eligible,
      quorum: quorumOf(),
      rotation: visitorRotation('polls'),
      wording: sql<
        PublicPoll['wording']
      >`case when ${polls.twinId} > ${polls.id} then 'first' when ${polls.twinId} < ${polls.id} then 'second' end`,
      forVisitors: sql<number | null>`case ${visitorWording('polls')}
        when 0 then least(${polls.id}, ${polls.twinId}) when 1 then greatest(${polls.id}, ${polls.twinId}) end`,
      options: sql<PublicPoll['options']>`(
        select json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.vote_count, 'is_no_opinion', o.is_no_opinion) order by o.position)
        from ${pollOptions} o where o.poll_id = "polls"."id")`,
    })
    .from(polls)
    .innerJoin(pollTotals, eq(pollTotals.pollId, polls.id))
    .where(and(eq(polls.id, id), isShownPoll()))
  return poll
}
