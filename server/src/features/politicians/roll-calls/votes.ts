import {
  type PoliticianVote,
  type RollCallCategory,
  rollCallsPerPage,
  type VotingSummary,
} from '@wtpu/contract/roll-calls'
import type { Party } from '@wtpu/contract/politicians'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { notFound } from '#http/errors.ts'
import { matchesTyped } from '#search/matches.ts'
import type { Page } from './list.ts'
import { isOlderThan, listedColumns, newestFirst, sourceOf } from './select.ts'

/** @throws ApiError 404 */
export async function requirePolitician(db: Db, id: number): Promise<void> {
  const [found] = await db.select({ id: politicians.id }).from(politicians).where(eq(politicians.id, id))
  if (!found) throw notFound('Politician')
}

/** An official's votes, newest first. */
export const selectVotes = (db: Db) =>
  db
    .select({ ...listedColumns, position: rollCallPositions.position })
    .from(rollCallMembers)
    .innerJoin(rollCallPositions, eq(rollCallPositions.memberId, rollCallMembers.id))
    .innerJoin(rollCalls, eq(rollCalls.id, rollCallPositions.rollCallId))
    .orderBy(...newestFirst)
    .$dynamic()

interface VoteFilter {
  category?: RollCallCategory
  q?: string
  cursor?: string
  limit?: number
}

export async function findVotes(db: Db, politicianId: number, request: VoteFilter): Promise<Page<PoliticianVote>> {
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

/** How often an official took part, and voted with the majority of the own party where the parties' majorities differed. */
export async function findVotingSummary(db: Db, politicianId: number): Promise<VotingSummary> {
  await requirePolitician(db, politicianId)
  const { rows } = await db.execute<{
    total: number
    took_part: number
    contested: number
    with_party: number
    party: Party | null
    from: string | null
    to: string | null
    is_sample: boolean | null
    imported_at: string | null
  }>(sql`
    with votes as (
      select m.party, p.position, r.date, r.source, r.imported_at,
        p.position in ('yea', 'nay') and r.democrats <> r.republicans as is_contested,
        case m.party when 'D' then r.democrats when 'R' then r.republicans end as own
      from ${rollCallMembers} m join ${rollCallPositions} p on p.member_id = m.id
      join ${rollCalls} r on r.id = p.roll_call_id where m.politician_id = ${politicianId}
    )
    select count(*) as total, count(*) filter (where position <> 'not_voting') as took_part,
      count(*) filter (where is_contested and own is not null) as contested,
      count(*) filter (where is_contested and own = position) as with_party,
      (array_agg(party order by date desc))[1] as party, min(date)::text as from, max(date)::text as to,
      bool_or(source = 'sample') as is_sample, to_json(max(imported_at))#>>'{}' as imported_at
    from votes`)
  const [found] = rows
  if (!found) throw new Error('A count without groups returned no row')
  const { imported_at: importedAt, ...summary } = found
  const isSample = found.is_sample === true
  return {
    ...summary,
    contested: found.party === 'I' ? null : found.contested,
    with_party: found.party === 'I' ? null : found.with_party,
    is_sample: isSample,
    source: importedAt === null ? null : sourceOf(isSample, new Date(importedAt)),
  }
}
