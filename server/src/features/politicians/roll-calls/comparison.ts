import { explainMajority } from '@wtpu/contract/on-demand/roll-call-results'
import type { PollComparison } from '@wtpu/contract/roll-call-comparison'
import type { ListedRollCall } from '@wtpu/contract/roll-calls'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls, pollTotals } from '#db/schema/polls.ts'
import { pollRollCalls, rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { findStates } from '#db/large-states.ts'
import { isListedPoll } from '#db/visibility.ts'
import { asksYesOrNo } from '#db/yes-or-no.ts'
import { notFound } from '#http/errors.ts'
import { type Home, needsDistrict, represents } from './my-politicians.ts'
import { detailColumns, findPartyTotals, sourceOfRollCall } from './select.ts'

/** How Congress, the representatives of a state and district, and the state itself answered. @throws ApiError 404 */
export async function findComparison(db: Db, pollId: number, home: Home): Promise<PollComparison> {
  const [found] = await db
    .select({
      rollCall: { ...detailColumns, yeas: rollCalls.yeas, nays: rollCalls.nays },
      importedAt: rollCalls.importedAt,
      votes: pollTotals.totalVotes,
      tie: { yea: pollRollCalls.yeaOptionId, nay: pollRollCalls.nayOptionId },
    })
    .from(pollRollCalls)
    .innerJoin(polls, eq(polls.id, pollRollCalls.pollId))
    .innerJoin(pollTotals, eq(pollTotals.pollId, polls.id))
    .innerJoin(rollCalls, eq(rollCalls.id, pollRollCalls.rollCallId))
    .where(and(eq(polls.id, pollId), isListedPoll(), asksYesOrNo('roll_calls')))
  if (!found) throw notFound('Roll call')
  const { rollCall, importedAt, votes, tie } = found
  const needsHome = home.state === null || (rollCall.chamber === 'house' && needsDistrict(home))
  return {
    roll_call: rollCall,
    majority: explainMajority(rollCall)?.text ?? null,
    source: sourceOfRollCall(rollCall, importedAt),
    parties: await findPartyTotals(db, rollCall),
    needs_home: needsHome,
    my_representatives: needsHome ? [] : await findRepresentatives(db, rollCall, home),
    my_state: home.state === null ? null : await findState(db, { pollId, votes, state: home.state, ...tie }),
  }
}

/** Officials of the roll call's chamber who represent people there now. */
function findRepresentatives(db: Db, rollCall: ListedRollCall, home: Home) {
  const office = rollCall.chamber === 'house' ? 'Rep' : 'Sen'
  return db
    .select({
      politician: { id: politicians.id, name: politicians.name, party: politicians.party, state: politicians.state },
      position: sql<PollComparison['my_representatives'][number]['position']>`(
        select p.position from ${rollCallMembers} m join ${rollCallPositions} p on p.member_id = m.id
        where m.politician_id = politicians.id and p.roll_call_id = ${rollCall.id} limit 1)`,
    })
    .from(politicians)
    .where(and(represents(home), eq(politicians.office, office)))
    .orderBy(politicians.sortName, politicians.id)
}

/** Counts only the first established voters of the state, up to its last disclosure step, to keep single votes private. */
async function findState(
  db: Db,
  { pollId, votes, state, yea, nay }: { pollId: number; votes: number; state: string; yea: number; nay: number },
): Promise<PollComparison['my_state']> {
  const states = await findStates(db, { of: 'poll', id: pollId, votes }, state)
  const disclosed = states.get(state)
  if (!disclosed) return null
  const { counts, leadsClearly, step } = disclosed
  if (!counts) {
    const leader = { [yea]: 'yea' as const, [nay]: 'nay' as const }[leadsClearly] ?? 'other'
    return { state, voters: null, yea: null, nay: null, other: null, leads_clearly: leader }
  }
  const votesFor = (option: number) => counts.get(String(option)) ?? 0
  const [forYea, forNay] = [votesFor(yea), votesFor(nay)]
  return { state, voters: step, yea: forYea, nay: forNay, other: step - forYea - forNay, leads_clearly: null }
}
