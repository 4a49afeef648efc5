import { selectWritten } from '#db/schema/columns.ts'
import type { Written } from '@wtpu/contract/schemas'
import { displayName } from '@wtpu/contract/accounts/names'
import { minJudgementsOfPart } from '@wtpu/contract/disclosure'
import type { Output } from '@wtpu/contract/endpoint'
import {
  type getOwnReason,
  judgementsPerDay,
  type listReasonsToJudge,
  type PollReasons,
  type Reason,
  type ReasonPage,
  type ReasonToJudge,
  reasonsInTurn,
  type Side,
} from '@wtpu/contract/polls/on-demand/reasons'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { polls, pollOptions, pollVotes } from '#db/schema/polls.ts'
import { type JudgedPart, reasonJudgements, reasonRanks, reasons } from '#db/schema/reasons.ts'
import { isDeleted, isHidden, isNotMuted, isShownPoll, isShownReason } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'

const defaultLimit = 20

interface Row extends Written {
  id: number
  option: number
  text: string
  shown_at: string
  is_fair_account: boolean
  judged_by: Reason['judged_by']
  parts: JudgedPart[]
  author: { id: number; first_name: string; last_name: string; username: string | null; avatar: string | null } | null
}

/** Visible reasons `r`. A mute leaves out reasons with a name only: a missing one without a name would tell whose it is. */
const select = (
  muterId: number,
) => sql`select r.id, r.option_id as option, r.text, ${selectWritten('r')}, r.is_fair_account, ${isoTime('r.shown_at')} as shown_at,
    case when rank.fairness is not null then rank.judged_by end as judged_by, coalesce(rank.judged_parts, '[]') as parts,
    case when r.is_named then json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'username', u.username, 'avatar', u.avatar) end as author
  from ${reasons} r join ${users} u on u.id = r.user_id left join ${reasonRanks} rank on rank.reason_id = r.id
  where ${isShownReason('r')} and (not r.is_named or ${isNotMuted(muterId, sql`r.user_id`)})`

const toReason = ({ author, parts, ...row }: Row): Reason => ({
  ...row,
  author: author && {
    id: author.id,
    name: displayName(author),
    avatar: author.avatar,
    username: author.username ?? '',
  },
  fair: (row.judged_by === null ? [] : parts).map(({ judged, fair }) =>
    judged < minJudgementsOfPart ? null : Math.round((100 * fair) / judged),
  ),
})

async function findOptions(db: Db, pollId: number): Promise<number[]> {
  const rows = await db
    .select({ id: pollOptions.id })
    .from(polls)
    .innerJoin(pollOptions, eq(pollOptions.pollId, polls.id))
    .where(and(eq(polls.id, pollId), isShownPoll()))
    .orderBy(pollOptions.position)
  if (rows.length === 0) throw notFound('Poll')
  return rows.map(({ id }) => id)
}

/** Finds the fairest reasons for each answer. @throws ApiError 404 */
export async function findBestReasons(db: Db, pollId: number, muterId: number): Promise<PollReasons> {
  const options = await findOptions(db, pollId)
  const best = options.map(
    (
      option,
    ) => sql`(${select(muterId)} and rank.poll_id = ${pollId} and rank.option_id = ${option} and rank.place is not null
      order by rank.place limit ${reasonsInTurn})`,
  )
  const { rows } = await db.execute<Row>(sql.join(best, sql` union all `))
  return {
    answers: options.map((option) => ({ option, best: rows.filter((row) => row.option === option).map(toReason) })),
  }
}

/** Newest first, by full hours. @throws ApiError 404 */
export async function findReasons(
  db: Db,
  {
    pollId,
    muterId,
    cursor,
    limit = defaultLimit,
  }: { pollId: number; muterId: number; cursor?: string; limit?: number },
): Promise<ReasonPage> {
  await findOptions(db, pollId)
  const after = decodeCursor(cursor, ['instant', 'integer'])
  const before = after ? sql`and (r.shown_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::int)` : sql``
  const { rows } = await db.execute<Row>(sql`
    ${select(muterId)} and r.poll_id = ${pollId} ${before} order by r.shown_at desc, r.id desc limit ${limit + 1}`)
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.shown_at, row.id]))
  return { results: page.map(toReason), next }
}

export interface Own {
  pollId: number
  userId: number
  side?: Side | undefined
}

/** Also if it is hidden during a review, or was removed. */
export async function findOwnReason(db: Db, { pollId, userId, side }: Own): Promise<Output<typeof getOwnReason>> {
  const { rows } = await db.execute<NonNullable<Output<typeof getOwnReason>['reason']>>(sql`
    select r.id, r.option_id as option, r.text, ${selectWritten('r')}, r.is_named, ${isoTime('r.shown_at')} as shown_at,
      r.judgement_count = 0 and not ${isHidden('r')} as can_edit, ${isHidden('r')} as under_review
    from ${reasons} r where r.poll_id = ${pollId} and r.user_id = ${userId} and r.of_other_side = ${side === 'other'} and not ${isDeleted('r')}`)
  return { reason: rows[0] ?? null }
}

/** SQL: the judgements of a voter in the last 24 hours. */
export const judgedToday = (voter: SQL) => sql<number>`(select count(*)::int from ${reasonJudgements} today
  where today.voter_id = ${voter} and today.created_at > now() - interval '1 day')`

export async function countLeft(db: Db, userId: number): Promise<number> {
  const [viewer] = await db
    .select({ judged: judgedToday(sql`${users.voterId}`) })
    .from(users)
    .where(eq(users.id, userId))
  return Math.max(0, judgementsPerDay - (viewer?.judged ?? 0))
}

/** How many reasons of each answer are looked at. Among those that wait equally long, each viewer gets others. */
const looked = 50

/** Three of each answer in turn. What is marked is no longer judged blind. Nobody judges the own reason, or one twice; only voters judge. @throws ApiError 404 */
export async function findReasonsToJudge(
  db: Db,
  { pollId, userId }: { pollId: number; userId: number },
): Promise<Output<typeof listReasonsToJudge>> {
  const options = await findOptions(db, pollId)
  const left = await countLeft(db, userId)
  const voter = sql`(select voter_id from ${users} where id = ${userId})`
  const waiting = options.map(
    (option) => sql`(select waiting.* from (
        select r.id, r.option_id as option, r.text, ${selectWritten('r')}, r.version, r.judging_place from ${reasons} r
        where r.poll_id = ${pollId} and r.option_id = ${option} and ${isShownReason('r')} and not r.is_fair_account
          and not exists (select from ${reasonJudgements} j where j.reason_id = r.id and j.voter_id = ${voter})
          and not exists (select from ${users} author where author.id = r.user_id and author.voter_id = ${voter})
        order by r.judging_place limit ${looked}) waiting
      order by waiting.judging_place, hashint4(waiting.id # ${userId}::int) limit ${reasonsInTurn})`,
  )
  const { rows } = await db.execute<ReasonToJudge>(sql`
    select waiting.id, waiting.option, waiting.text, ${selectWritten('waiting')}, waiting.version from (${sql.join(waiting, sql` union all `)}) waiting
    where exists (select from ${pollVotes} v where v.poll_id = ${pollId} and v.voter_id = ${voter})`)
  return { left, reasons: rows.slice(0, left) }
}
