import type { Input, Output } from '@wtpu/contract/endpoint'
import { type listPoliticianVotes, rollCallsPerPage } from '@wtpu/contract/roll-calls'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { shownPosition } from '#db/yes-or-no.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { notFound } from '#http/errors.ts'
import { matchesTyped } from '#search/matches.ts'
import { isOlderThan, listedColumns, newestFirst } from './select.ts'

/** @throws ApiError 404 */
export async function requirePolitician(db: Db, id: number): Promise<void> {
  const [found] = await db.select({ id: politicians.id }).from(politicians).where(eq(politicians.id, id))
  if (!found) throw notFound('Politician')
}

/** An official's votes, newest first. */
const selectVotes = (db: Db) =>
  db
    .select({
      ...listedColumns,
      position: shownPosition(sql`${rollCallPositions.position}`, 'roll_calls'),
    })
    .from(rollCallMembers)
    .innerJoin(rollCallPositions, eq(rollCallPositions.memberId, rollCallMembers.id))
    .innerJoin(rollCalls, eq(rollCalls.id, rollCallPositions.rollCallId))
    .orderBy(...newestFirst)
    .$dynamic()

export async function findVotes(
  db: Db,
  politicianId: number,
  request: Input<typeof listPoliticianVotes>['querystring'],
): Promise<Output<typeof listPoliticianVotes>> {
  const { category, q, cursor, limit = rollCallsPerPage } = request
  const [after] = decodeCursor(cursor, ['integer']) ?? []
  await requirePolitician(db, politicianId)
  const matching = and(
    eq(rollCallMembers.politicianId, politicianId),
    category && eq(rollCalls.category, category),
    ...(await matchesTyped(db, { alias: 'roll_calls', q })),
  )
  const [rows, [total]] = await Promise.all([
    selectVotes(db)
      .where(and(matching, after === undefined ? undefined : isOlderThan(after)))
      .limit(limit + 1),
    db
      .select({ count: count() })
      .from(rollCallMembers)
      .innerJoin(rollCallPositions, eq(rollCallPositions.memberId, rollCallMembers.id))
      .innerJoin(rollCalls, eq(rollCalls.id, rollCallPositions.rollCallId))
      .where(matching),
  ])
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.id]))
  return { results: page, next, count: total?.count ?? 0 }
}
