import type { Office, Party } from '@wtpu/contract/politicians'
import type { Chamber, Position, RollCallCategory } from '@wtpu/contract/roll-calls'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { type Random, seededRandom } from './random.ts'

const day = 24 * 60 * 60_000
const congress = 119

/**
 * Invented bills, in turn of the House and of the Senate. Polls of the demo are about the first and five of the Senate, so that
 * the demo account has votes in common with its senators.
 */
const acts = [
  'Energy in Public Buildings Act',
  'Pharmacist Care Act',
  'Rural Broadband Act',
  'Automated Decisions Disclosure Act',
  'Clean Water Infrastructure Act',
  'Election Day Holiday Act',
  'Veterans Care Improvement Act',
  'Age Verification Act',
  'Small Business Relief Act',
  'Service Year Credit Act',
  'Student Loan Reform Act',
  'Bridge Inspection Act',
  'Wildfire Readiness Act',
  'School Meals Act',
  'Night Train Pilot Act',
  'Harbor Dredging Act',
  'Public Records Access Act',
  'Apprenticeship Expansion Act',
  'Flood Insurance Renewal Act',
  'Community Library Act',
]

const steps: { question: string; category: RollCallCategory; passed: string; failed: string }[] = [
  { question: 'On Ordering the Previous Question', category: 'procedure', passed: 'Passed', failed: 'Failed' },
  { question: 'On Agreeing to the Amendment', category: 'amendment', passed: 'Agreed to', failed: 'Rejected' },
  { question: 'On Passage', category: 'passage', passed: 'Passed', failed: 'Failed' },
]
const nomination = {
  question: 'On the Nomination',
  category: 'nomination' as const,
  passed: 'Nomination Confirmed',
  failed: 'Nomination Rejected',
}

interface Official {
  id: number
  name: string
  office: Office
  party: Party
  state: string
}

/** Three roll calls per bill, oldest first. The last of them is on its passage. */
function sampleRollCalls() {
  const numbers = { house: 0, senate: 0 }
  return acts.flatMap((act, index) =>
    steps.map((ofBill, turn) => {
      const chamber: Chamber = index % 2 === 0 ? 'house' : 'senate'
      // Every second bill of the Senate has a nomination instead of an amendment.
      const isNomination = index % 4 === 3 && turn === 1
      const step = isNomination ? nomination : ofBill
      const bill = isNomination ? null : `${chamber === 'house' ? 'H.R.' : 'S.'} ${9_001 + index}`
      const description = isNomination
        ? `A sample nominee, to be a member of the sample board number ${index + 1}`
        : act
      return {
        ...step,
        act,
        chamber,
        bill,
        description,
        number: ++numbers[chamber],
        contested: ((index >> 1) + turn) % 2 === 0,
        lead: (index >> 2) % 2,
      }
    }),
  )
}

/** Adds 60 invented roll calls of the sample officials. @returns the ids of the roll calls on the passage of each bill */
export async function insertRollCalls(
  tx: Db,
  { officials, now }: { officials: Official[]; now: Date },
): Promise<Map<string, number>> {
  const random = seededRandom(4)
  const members = await tx
    .insert(rollCallMembers)
    .values(
      officials
        .filter(({ office }) => office !== 'Gov')
        .map(({ id, name, office, party, state }, index) => ({
          source: 'sample' as const,
          congress,
          chamber: office === 'Rep' ? ('house' as const) : ('senate' as const),
          number: index + 1,
          bioguide: '',
          name,
          sortName: sql<string>`(select sort_name from politicians where id = ${id})`,
          party,
          state,
          politicianId: id,
        })),
    )
    .returning({ id: rollCallMembers.id, chamber: rollCallMembers.chamber, party: rollCallMembers.party })
  const samples = sampleRollCalls().map((sample, index, all) => {
    const positions = members
      .filter(({ chamber }) => chamber === sample.chamber)
      .map(({ id, party }) => ({ id, party, position: choosePosition(party, sample, random) }))
    const date = new Date(now.getTime() - (all.length - index) * 4 * day).toISOString().slice(0, 10)
    return { ...sample, positions, date }
  })
  const stored = await tx
    .insert(rollCalls)
    .values(
      samples.map(({ positions, passed, failed, act: _act, contested: _contested, lead: _lead, ...sample }) => {
        const count = (position: Position, party?: Party) =>
          positions.filter((member) => member.position === position && (!party || member.party === party)).length
        const majority = (party: Party) =>
          ([null, 'yea', 'nay'] as const).at(Math.sign(count('yea', party) - count('nay', party)))
        const [yeas, nays] = [count('yea'), count('nay')]
        return {
          ...sample,
          source: 'sample' as const,
          congress,
          session: 1,
          officialNumber: sample.number,
          result: yeas > nays ? passed : failed,
          yeas,
          nays,
          present: count('present'),
          notVoting: count('not_voting'),
          democrats: majority('D'),
          republicans: majority('R'),
          keywords: [sample.bill ?? '', sample.question].join(' '),
          importedAt: now,
        }
      }),
    )
    .returning({ id: rollCalls.id })
  await tx
    .insert(rollCallPositions)
    .values(
      samples.flatMap(({ positions }, index) =>
        positions.map(({ id, position }) => ({ rollCallId: stored[index]?.id ?? 0, memberId: id, position })),
      ),
    )
  return new Map(
    samples.flatMap(({ act, category }, index) => {
      const id = stored[index]?.id
      return category === 'passage' && id !== undefined ? [[act, id] as const] : []
    }),
  )
}

/** In contested votes most of one party vote yea and most of the other nay; which one is which alternates. */
function choosePosition(
  party: Party,
  { contested, lead }: { contested: boolean; lead: number },
  random: Random,
): Position {
  const chance = random.next()
  if (chance < 0.05) return 'not_voting'
  if (chance < 0.07) return 'present'
  const side = party === 'I' ? 0.5 : (party === 'D') === (lead === 0) ? 0.9 : 0.1
  return random.next() < (contested ? side : 0.75) ? 'yea' : 'nay'
}
