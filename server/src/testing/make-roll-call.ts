import type { Party } from '@wtpu/contract/politicians'
import type { Chamber, Position, RollCallCategory } from '@wtpu/contract/roll-calls'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pollRollCalls, rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { normalizeForSearch } from '#search/words.ts'
import { nextNumber, requireRow } from './make-row.ts'

export interface NewRollCall {
  source?: 'voteview' | 'sample'
  chamber?: Chamber
  number?: number
  date?: string
  question?: string
  bill?: string | null
  description?: string
  category?: RollCallCategory
  result?: string
  /** How officials voted, who become members of the chamber. */
  positions?: { politician: { id: number; name: string; party: Party; state: string }; position: Position }[]
  /** A poll about it, whose first option means yea and whose second one nay. It has no votes yet. */
  poll?: { id: number; options: { id: number }[] }
}

/** Creates a roll call of the House with counts that match its positions. */
export async function makeRollCall(db: Db, input: NewRollCall = {}) {
  const {
    source = 'voteview',
    chamber = 'house',
    number = nextNumber(),
    bill = `H.R. ${number}`,
    positions = [],
  } = input
  const question = input.question ?? 'On Passage'
  const countOf = (position: Position, party?: Party) =>
    positions.filter((vote) => vote.position === position && (!party || vote.politician.party === party)).length
  const majority = (party: Party) => {
    const lead = countOf('yea', party) - countOf('nay', party)
    return lead === 0 ? null : lead > 0 ? ('yea' as const) : ('nay' as const)
  }
  const [rollCall] = await db
    .insert(rollCalls)
    .values({
      source,
      congress: 119,
      chamber,
      number,
      session: 1,
      officialNumber: number + 1,
      date: input.date ?? '2025-03-03',
      question,
      bill,
      description: input.description ?? '',
      category: input.category ?? 'passage',
      result: input.result ?? 'Passed',
      yeas: countOf('yea'),
      nays: countOf('nay'),
      present: countOf('present'),
      notVoting: countOf('not_voting'),
      democrats: majority('D'),
      republicans: majority('R'),
      keywords: [bill ?? '', question].join(' '),
    })
    .returning({ id: rollCalls.id, number: rollCalls.number, title: rollCalls.title })
  const { id } = requireRow(rollCall)
  for (const { politician, position } of positions) {
    const memberId = await makeMember(db, { source, chamber, ...politician })
    await db.insert(rollCallPositions).values({ rollCallId: id, memberId, position })
  }
  const [yea, nay] = input.poll?.options ?? []
  if (input.poll) {
    const tie = { yeaOptionId: requireRow(yea).id, nayOptionId: requireRow(nay).id }
    await db.insert(pollRollCalls).values({ pollId: input.poll.id, rollCallId: id, ...tie })
  }
  return requireRow(rollCall)
}

type NewMember = {
  source: 'voteview' | 'sample'
  chamber: Chamber
  id: number
  name: string
  party: Party
  state: string
}

async function makeMember(db: Db, { source, chamber, id, name, party, state }: NewMember): Promise<number> {
  const [known] = await db
    .select({ id: rollCallMembers.id })
    .from(rollCallMembers)
    .where(
      and(eq(rollCallMembers.politicianId, id), eq(rollCallMembers.chamber, chamber), eq(rollCallMembers.party, party)),
    )
  if (known) return known.id
  const words = name.split(' ')
  const sortName = normalizeForSearch([words.at(-1) ?? '', ...words.slice(0, -1)].join(' '))
  const [member] = await db
    .insert(rollCallMembers)
    .values({
      source,
      congress: 119,
      chamber,
      number: nextNumber(),
      bioguide: '',
      name,
      sortName,
      party,
      state,
      politicianId: id,
    })
    .returning({ id: rollCallMembers.id })
  return requireRow(member).id
}
