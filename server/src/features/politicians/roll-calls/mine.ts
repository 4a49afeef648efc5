import { districtCount } from '@wtpu/contract/districts'
import { newDays, type RollCallSource } from '@wtpu/contract/roll-calls'
import { type MyPoliticians } from '@wtpu/contract/my-politicians'
import { stateCode } from '@wtpu/contract/states'
import { and, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTimeOrNull } from '#db/iso-time.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { isOpenPoll, isVisiblePoll } from '#db/visibility.ts'
import { accountGone, invalidInput } from '#http/errors.ts'
import { selectPoliticians } from '#features/politicians/queries.ts'
import { countAgreements, noAgreement } from './agreement.ts'
import { sourceOf } from './select.ts'
import { selectVotes } from './votes.ts'

export interface Home {
  state: string | null
  district: number | null
}

export async function findHome(db: Db, userId: number): Promise<Home> {
  const [home] = await db.select({ state: users.state, district: users.district }).from(users).where(isAccount(userId))
  if (!home) throw accountGone()
  return home
}

/** Condition: an official in office who represents people of this state and district. */
export function represents({ state, district }: Home): SQL | undefined {
  if (state === null) return sql`false`
  const isOfDistrict = districtCount(state) < 2 ? sql`true` : sql`${politicians.district} = ${district}`
  return and(
    isNull(politicians.retiredAt),
    eq(politicians.state, state),
    or(sql`${politicians.office} <> 'Rep'`, isOfDistrict),
  )
}

export const needsDistrict = ({ state, district }: Home) =>
  state !== null && district === null && districtCount(state) > 1

const shown = 3

/** The user's senators, representative and governor, with what is new about them. */
export async function findMyPoliticians(db: Db, userId: number): Promise<MyPoliticians> {
  const home = await findHome(db, userId)
  const officials = await selectPoliticians(db, represents(home)).orderBy(
    sql`array_position(array['Sen', 'Rep', 'Gov'], ${politicians.office})`,
    politicians.sortName,
    politicians.id,
  )
  const politicianIds = officials.map(({ id }) => id)
  const [agreements, ...details] = await Promise.all([
    countAgreements(db, { userId, politicianIds }),
    ...politicianIds.map((id) => findNews(db, id)),
  ])
  return {
    ...home,
    needs_district: needsDistrict(home),
    results: officials.map((official, index) => ({
      ...official,
      votes: [],
      polls: [],
      new_votes: 0,
      new_polls: 0,
      ...details[index],
      agreement: agreements.get(official.id) ?? noAgreement,
    })),
    source: await findSource(
      db,
      details.flatMap(({ votes }) => votes.map(({ id }) => id)),
    ),
  }
}

/** The source of these roll calls, with the date of the newest. */
async function findSource(db: Db, ids: number[]): Promise<RollCallSource | null> {
  const [newest] = await db
    .select({ source: rollCalls.source, importedAt: rollCalls.importedAt })
    .from(rollCalls)
    .where(inArray(rollCalls.id, ids))
    .orderBy(desc(rollCalls.importedAt))
    .limit(1)
  return newest ? sourceOf(newest.source === 'sample', newest.importedAt) : null
}

async function findNews(db: Db, politicianId: number) {
  const isOpen = sql`${polls.politicianId} = ${politicianId} and ${isVisiblePoll()}
    and ${isOpenPoll()}`
  const isNew = (column: SQL) => sql`${column} > now() - ${newDays} * interval '1 day'`
  const [votes, open, { rows }] = await Promise.all([
    selectVotes(db).where(eq(rollCallMembers.politicianId, politicianId)).limit(shown),
    db
      .select({
        id: polls.id,
        question: polls.question,
        closes_at: isoTimeOrNull(polls.closesAt),
      })
      .from(polls)
      .where(isOpen)
      .orderBy(sql`${polls.publishedAt} desc`, sql`${polls.id} desc`)
      .limit(shown),
    db.execute<{ new_votes: number; new_polls: number }>(sql`select
      (select count(*) from ${rollCallMembers} m join ${rollCallPositions} p on p.member_id = m.id
        join ${rollCalls} r on r.id = p.roll_call_id where m.politician_id = ${politicianId} and ${isNew(sql`r.date`)}) as new_votes,
      (select count(*) from ${polls} where ${isOpen} and ${isNew(sql`${polls.publishedAt}`)}) as new_polls`),
  ])
  return { votes, polls: open, new_votes: rows[0]?.new_votes ?? 0, new_polls: rows[0]?.new_polls ?? 0 }
}

/** The districts of a state with several, and who represents them. */
export async function findDistricts(db: Db, state: string) {
  const code = stateCode(state)
  if (code === undefined) throw invalidInput({ state: ['Please select a state.'] })
  const count = districtCount(code)
  if (count < 2) return []
  const found = await db
    .select({ id: politicians.id, name: politicians.name, party: politicians.party, district: politicians.district })
    .from(politicians)
    .where(and(eq(politicians.state, code), eq(politicians.office, 'Rep'), isNull(politicians.retiredAt)))
    .orderBy(politicians.id)
  return Array.from({ length: count }, (_, index) => {
    const holder = found.find(({ district }) => district === index + 1)
    return {
      district: index + 1,
      representative: holder ? { id: holder.id, name: holder.name, party: holder.party } : null,
    }
  })
}
