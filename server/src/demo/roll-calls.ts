import type { Party } from '@wtpu/contract/politicians'
import type { Chamber, Position } from '@wtpu/contract/roll-calls'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import type { Content } from './content.ts'
import { day, type DemoContext } from './context.ts'
import { type Random, seededRandom } from './random.ts'

const congress = 119

/** Three roll calls per bill, oldest first. The last of them is on its passage. */
function sampleRollCalls({ acts, steps, nomination }: Content['rollCalls']) {
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
export async function insertRollCalls(tx: Db, { content, officials, now }: DemoContext): Promise<Map<string, number>> {
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
  const samples = sampleRollCalls(content.rollCalls).map((sample, index, all) => {
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
  party: Party | null,
  { contested, lead }: { contested: boolean; lead: number },
  random: Random,
): Position {
  const chance = random.next()
  if (chance < 0.05) return 'not_voting'
  if (chance < 0.07) return 'present'
  const side = party !== 'D' && party !== 'R' ? 0.5 : (party === 'D') === (lead === 0) ? 0.9 : 0.1
  return random.next() < (contested ? side : 0.75) ? 'yea' : 'nay'
}
