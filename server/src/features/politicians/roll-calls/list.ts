import type { Input, Output } from '@wtpu/contract/endpoint'
import {
  type AnsweredRollCall,
  type listPositions,
  type listRollCalls,
  positionsPerPage,
  type RecordedPosition,
  rollCallsPerPage,
} from '@wtpu/contract/roll-calls'
import { stateCode } from '@wtpu/contract/states'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { isClosedPoll, isListedRollCall, isListedPoll } from '#db/visibility.ts'
import { asksYesOrNo, shownPosition } from '#db/yes-or-no.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { notFound } from '#http/errors.ts'
import { matchesTyped } from '#search/matches.ts'
import { normalizeForSearch } from '#search/words.ts'
import { isOlderThan, listedColumns, newestFirst } from './select.ts'

/** Polls about a roll call. */
const pollsAbout = sql`poll_roll_calls tie join polls on polls.id = tie.poll_id
  where tie.roll_call_id = ${rollCalls}.id and ${isListedPoll()} and ${asksYesOrNo('roll_calls')}`

/** The poll that asked first, so that nobody can replace an answer by asking again. */
const firstAnswer = sql<AnsweredRollCall['poll']>`(
  select json_build_object('id', polls.id, 'question', polls.question, 'closed_at',
      case when ${isClosedPoll()} then polls.closes_at end,
    'yes', (select vote_count from poll_options yes where yes.id = tie.yea_option_id),
    'no', (select vote_count from poll_options no where no.id = tie.nay_option_id),
    'total_votes', (select total_votes from poll_totals total where total.poll_id = polls.id))
  from ${pollsAbout} order by polls.published_at, polls.id limit 1)`

export async function findRollCalls(
  db: Db,
  request: Input<typeof listRollCalls>['querystring'],
): Promise<Output<typeof listRollCalls>> {
  const { filter, chamber, category, q, cursor, limit = rollCallsPerPage } = request
  const [after] = decodeCursor(cursor, ['integer']) ?? []
  const matching = and(
    isListedRollCall,
    chamber && eq(rollCalls.chamber, chamber),
    category && eq(rollCalls.category, category),
    filter && sql`exists (select from ${pollsAbout})`,
    ...(await matchesTyped(db, { alias: 'roll_calls', q })),
  )
  const [rows, [total]] = await Promise.all([
    db
      .select({ ...listedColumns, poll: firstAnswer })
      .from(rollCalls)
      .where(and(matching, after === undefined ? undefined : isOlderThan(after)))
      .orderBy(...newestFirst)
      .limit(limit + 1),
    db.select({ count: count() }).from(rollCalls).where(matching),
  ])
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.id]))
  return { results: page, next, count: total?.count ?? 0 }
}

const recordedColumns = {
  politician: rollCallMembers.politicianId,
  name: sql<string>`coalesce(${politicians.name}, ${rollCallMembers.name})`,
  party: rollCallMembers.party,
  state: rollCallMembers.state,
  position: shownPosition(sql`${rollCallPositions.position}`, 'roll_calls'),
}

const selectPositions = (db: Db) =>
  db
    .select({ ...recordedColumns, member: rollCallMembers.id })
    .from(rollCallPositions)
    .innerJoin(rollCalls, eq(rollCalls.id, rollCallPositions.rollCallId))
    .innerJoin(rollCallMembers, eq(rollCallMembers.id, rollCallPositions.memberId))
    .leftJoin(politicians, eq(politicians.id, rollCallMembers.politicianId))
    .orderBy(rollCallMembers.sortName, rollCallMembers.id)
    .$dynamic()

/** How members voted, by last name. */
export async function findPositions(
  db: Db,
  id: number,
  request: Input<typeof listPositions>['querystring'],
): Promise<Output<typeof listPositions>> {
  const { party, state, position, q, cursor, limit = positionsPerPage } = request
  const [after] = decodeCursor(cursor, ['integer']) ?? []
  const [known] = await db.select({ id: rollCalls.id }).from(rollCalls).where(eq(rollCalls.id, id))
  if (!known) throw notFound('Roll call')
  const words = normalizeForSearch(q ?? '')
    .split(' ')
    .filter(Boolean)
  const matching = and(
    eq(rollCallPositions.rollCallId, id),
    party && eq(rollCallMembers.party, party),
    state?.trim() ? eq(rollCallMembers.state, stateCode(state) ?? '') : undefined,
    position && sql`${recordedColumns.position} = ${position}`,
    // Each word starts a word of the name, as the source or as the directory writes it.
    ...words.map(
      (word) =>
        sql`' ' || ${rollCallMembers.sortName} || ' ' || coalesce(${politicians.sortName}, '') like ${`% ${word}%`}`,
    ),
  )
  const later = sql`(${rollCallMembers.sortName}, ${rollCallMembers.id})
    > (select last.sort_name, last.id from ${rollCallMembers} last where last.id = ${after})`
  const [rows, [total]] = await Promise.all([
    selectPositions(db)
      .where(and(matching, after === undefined ? undefined : later))
      .limit(limit + 1),
    db
      .select({ count: count() })
      .from(rollCallPositions)
      .innerJoin(rollCalls, eq(rollCalls.id, rollCallPositions.rollCallId))
      .innerJoin(rollCallMembers, eq(rollCallMembers.id, rollCallPositions.memberId))
      .leftJoin(politicians, eq(politicians.id, rollCallMembers.politicianId))
      .where(matching),
  ])
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.member]))
  return { results: page, next, count: total?.count ?? 0 }
}

/** All positions of a roll call: at most as many as the chamber has members. */
export function findAllPositions(db: Db, id: number): Promise<RecordedPosition[]> {
  return selectPositions(db).where(eq(rollCallPositions.rollCallId, id))
}
