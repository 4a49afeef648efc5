import { type Agreement, type AgreementCounts, minCommonVotes, rollCallsPerPage } from '@wtpu/contract/roll-calls'
import { and, eq, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { pollRollCalls, rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { prepareStatement } from '#db/statement.ts'
import { isListedPoll } from '#db/visibility.ts'
import { asksYesOrNo } from '#db/yes-or-no.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { isOlderThan, listedColumns, newestFirst } from './select.ts'
import { requirePolitician } from './votes.ts'

/**
 * The user's newest answer about each roll call that means yea or nay. `before`: the user answered before the day of the roll call
 * in Washington.
 */
const answersOf = (userId: number | Placeholder): SQL => sql`(
  select distinct on (tie.roll_call_id) tie.roll_call_id, vote.poll_id, vote.option_id,
    case vote.option_id when tie.yea_option_id then 'yea' else 'nay' end as position,
    vote.created_at < r.date::timestamp at time zone 'America/New_York' as before
  from ${pollVotes} vote join ${pollRollCalls} tie on tie.poll_id = vote.poll_id
  join ${rollCalls} r on r.id = tie.roll_call_id and ${asksYesOrNo('r')}
  join ${polls} on polls.id = vote.poll_id
  where vote.user_id = ${userId} and vote.option_id in (tie.yea_option_id, tie.nay_option_id) and ${isListedPoll()}
  order by tie.roll_call_id, vote.created_at desc, vote.poll_id desc) answer`

const countAnswers = prepareStatement<{ politician: number; before: boolean; common: number; agreed: number }>(
  'agreements',
  sql`select m.politician_id as politician, answer.before, count(*) as common,
      count(*) filter (where p.position = answer.position) as agreed
    from ${answersOf(sql.placeholder('userId'))} join ${rollCallPositions} p on p.roll_call_id = answer.roll_call_id
    join ${rollCallMembers} m on m.id = p.member_id
    where m.politician_id = any(${sql.placeholder('politicianIds')}::int[]) and p.position in ('yea', 'nay')
    group by m.politician_id, answer.before`,
)

/** How many common votes a user has with these officials, and in how many they agreed. */
export async function countAgreements(
  db: Db,
  { userId, politicianIds }: { userId: number; politicianIds: number[] },
): Promise<Map<number, AgreementCounts>> {
  const rows = await countAnswers(db, { userId, politicianIds })
  const countsOf = (id: number, before: boolean) =>
    rows.find((row) => row.politician === id && row.before === before) ?? none
  return new Map(
    politicianIds.map((id) => {
      const [before, after] = [countsOf(id, true), countsOf(id, false)]
      const [common, agreed] = [before.common + after.common, before.agreed + after.agreed]
      // A few votes say little, so they have no percentage.
      const percent = common < minCommonVotes ? null : Math.round((100 * agreed) / common)
      return [id, { common, agreed, percent, before, after }]
    }),
  )
}

const none = { common: 0, agreed: 0 }

export const noAgreement: AgreementCounts = { ...none, percent: null, before: none, after: none }

/** Only for the user whose votes they are. */
export async function findAgreement(
  db: Db,
  {
    userId,
    politicianId,
    cursor,
    limit = rollCallsPerPage,
  }: { userId: number; politicianId: number; cursor?: string; limit?: number },
): Promise<Agreement> {
  const [after] = decodeCursor(cursor, ['integer']) ?? []
  await requirePolitician(db, politicianId)
  const [counts, rows] = await Promise.all([
    countAgreements(db, { userId, politicianIds: [politicianId] }),
    db
      .select({
        ...listedColumns,
        poll: polls.id,
        pollQuestion: polls.question,
        answer: pollOptions.text,
        myPosition: sql<'yea' | 'nay'>`answer.position`,
        before: sql<boolean>`answer.before`,
        position: rollCallPositions.position,
      })
      .from(answersOf(userId))
      .innerJoin(rollCalls, sql`${rollCalls.id} = answer.roll_call_id`)
      .innerJoin(rollCallPositions, eq(rollCallPositions.rollCallId, rollCalls.id))
      .innerJoin(rollCallMembers, eq(rollCallMembers.id, rollCallPositions.memberId))
      .innerJoin(polls, sql`${polls.id} = answer.poll_id`)
      .innerJoin(pollOptions, sql`${pollOptions.id} = answer.option_id`)
      .where(
        and(
          eq(rollCallMembers.politicianId, politicianId),
          sql`${rollCallPositions.position} in ('yea', 'nay')`,
          after === undefined ? undefined : isOlderThan(after),
        ),
      )
      .orderBy(...newestFirst)
      .limit(limit + 1),
  ])
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.id]))
  return {
    ...(counts.get(politicianId) ?? noAgreement),
    results: page.map(({ poll, pollQuestion, answer, myPosition, before, position, ...rollCall }) => ({
      poll: { id: poll, question: pollQuestion },
      roll_call: rollCall,
      answer,
      my_position: myPosition,
      answered_before: before,
      position,
    })),
    next,
  }
}
