import type { RollCallFile } from '@wtpu/contract/roll-call-files'
import {
  chamberNames,
  nameOfTotals,
  partyOrder,
  positionNames,
  type RollCall,
  type RollCallCorrection,
  type StateTotals,
} from '@wtpu/contract/roll-calls'
import { partyNames } from '@wtpu/contract/politicians'
import { explainMajority } from '@wtpu/contract/on-demand/roll-call-results'
import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { desc, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import {
  pollRollCalls,
  rollCallCorrections,
  rollCallMembers,
  rollCallPositions,
  rollCalls,
} from '#db/schema/roll-calls.ts'
import { isClosedPoll, isListedPoll } from '#db/visibility.ts'
import { asksYesOrNo, isContested, shownPosition } from '#db/yes-or-no.ts'
import { toCsv } from '#http/csv.ts'
import { notFound } from '#http/errors.ts'
import { findAllPositions } from './list.ts'
import { detailColumns, findPartyTotals, positionCounts, sourceOfRollCall } from './select.ts'

const pollsShown = 5
const correctionsShown = 100

export async function findRollCall(db: Db, id: number): Promise<RollCall | undefined> {
  const found = await findDetails(db, id)
  if (!found) return undefined
  const { importedAt, ...rollCall } = found
  return {
    ...rollCall,
    parties: await findPartyTotals(db, rollCall),
    states: await findStateTotals(db, id),
    source: sourceOfRollCall(rollCall, importedAt),
    corrections: await findCorrections(db, id),
    polls: await findPollsAbout(db, id),
  }
}

async function findDetails(db: Db, id: number) {
  const [found] = await db
    .select({
      ...detailColumns,
      is_contested: sql<boolean>`coalesce(${isContested('roll_calls')}, false)`,
      importedAt: rollCalls.importedAt,
    })
    .from(rollCalls)
    .where(eq(rollCalls.id, id))
  return found && { ...found, majority: explainMajority(found)?.text ?? null }
}

async function findStateTotals(db: Db, id: number): Promise<StateTotals[]> {
  const { rows } = await db.execute<StateTotals>(sql`
    select m.state, ${positionCounts} from ${rollCallPositions} p join ${rollCallMembers} m on m.id = p.member_id
    join ${rollCalls} r on r.id = p.roll_call_id where r.id = ${id} and ${asksYesOrNo('r')} group by m.state order by m.state`)
  return rows
}

/** Positions are shown as everywhere. */
const correctedText = (text: SQLWrapper) =>
  sql<string | null>`case when ${rollCallCorrections.field} <> 'position' then ${text}
    else ${shownPosition(sql`${text}`, 'roll_calls')} end`

function findCorrections(db: Db, id: number): Promise<RollCallCorrection[]> {
  return db
    .select({
      changed_at: isoTime(rollCallCorrections.changedAt),
      field: rollCallCorrections.field,
      name: sql<string | null>`coalesce(${politicians.name}, ${rollCallMembers.name})`,
      before: correctedText(rollCallCorrections.before),
      after: correctedText(rollCallCorrections.after),
    })
    .from(rollCallCorrections)
    .leftJoin(rollCalls, eq(rollCalls.id, rollCallCorrections.rollCallId))
    .leftJoin(rollCallMembers, eq(rollCallMembers.id, rollCallCorrections.memberId))
    .leftJoin(politicians, eq(politicians.id, rollCallMembers.politicianId))
    .where(
      sql`${rollCallCorrections.id} in (
        select c.id from ${rollCallCorrections} c where c.roll_call_id = ${id}
        union all select c.id from ${rollCallCorrections} c join ${rollCallPositions} p on p.member_id = c.member_id
        where c.roll_call_id is null and p.roll_call_id = ${id})`,
    )
    .orderBy(desc(rollCallCorrections.id))
    .limit(correctionsShown)
}

function findPollsAbout(db: Db, id: number): Promise<RollCall['polls']> {
  return db
    .select({
      id: polls.id,
      question: polls.question,
      is_closed: isClosedPoll(),
    })
    .from(pollRollCalls)
    .innerJoin(polls, eq(polls.id, pollRollCalls.pollId))
    .where(sql`${pollRollCalls.rollCallId} = ${id} and ${isListedPoll()}`)
    .orderBy(desc(polls.publishedAt), desc(polls.id))
    .limit(pollsShown)
}

/** @throws ApiError 404 */
export async function findRollCallFile(db: Db, id: number, origin: string): Promise<RollCallFile> {
  const found = await findDetails(db, id)
  if (!found) throw notFound('Roll call')
  const { importedAt, ...rollCall } = found
  const words = describeRollCall(rollCall)
  return {
    ...rollCall,
    asked: words.question,
    outcome: words.result,
    note: words.against,
    url: `${origin}/roll-calls/${id}`,
    parties: await findPartyTotals(db, rollCall),
    positions: await findAllPositions(db, id),
    source: sourceOfRollCall(rollCall, importedAt),
  }
}

/** What was voted on, the totals, one row per member, then the source, for a spreadsheet (RFC 4180). */
export function rollCallAsCsv(file: RollCallFile): string {
  const facts = [
    ['Question', file.question],
    ['Bill', file.bill ?? ''],
    ['Title', file.description || file.title],
    ['Chamber', chamberNames[file.chamber]],
    ['Congress', String(file.congress)],
    ['Roll call', String(file.number)],
    ['Date', file.date],
    ['A yes decides', file.asked],
    ...(file.note === null ? [] : [['Note', file.note]]),
    ['Result', file.outcome],
    ['Result in the words of the source', file.result],
    ...(file.majority === null ? [] : [['Majority', file.majority]]),
  ].map(([name = '', value = '']) => [name, value, '', ''])
  const totals = partyOrder(file.number).flatMap((party) => {
    const counted = file.parties.find((counts) => counts.party === party)
    if (!counted) return []
    return (['yea', 'nay', 'present', 'not_voting'] as const).map((position) => [
      'Total',
      nameOfTotals(party),
      positionNames[position],
      String(counted[position]),
    ])
  })
  return toCsv([
    ...facts,
    ...totals,
    ['Name', 'Party', 'State', 'Vote'],
    ...file.positions.map(({ name, party, state, position }) => [
      name,
      party === null ? '' : partyNames[party],
      state,
      positionNames[position],
    ]),
    ['Source', file.source.citation, file.source.url ?? '', file.source.date],
    ['Page', file.url, '', ''],
  ])
}
