import { electionQuestions, knownResults, noWinner, unknownQuestion } from '@wtpu/contract/on-demand/roll-call-results'
import type { ShownPosition } from '@wtpu/contract/roll-calls'
import { sql, type SQL } from 'drizzle-orm'
import { rollCalls } from './schema/roll-calls.ts'

/** `r` is the alias of a roll call. */
const isElection = (r: string) =>
  `case ${r}.question when '${unknownQuestion}' then ${r}.description else ${r}.question end ~* '${electionQuestions}'`

/**
 * Condition: the roll call asked for yes or no. Positions are stored as the source has them, so that results that become known
 * are understood without another import.
 */
export const asksYesOrNo = (r: string): SQL => sql.raw(`(${r}.result ~* '${knownResults}' and not ${isElection(r)})`)

/** Condition: a majority of Democrats opposed a majority of Republicans. Null if one of them had none. */
export const isContested = (r: string): SQL =>
  sql`(${asksYesOrNo(r)} and ${sql.raw(`${r}.democrats <> ${r}.republicans`)})`

/** Condition: the roll call was a vote for a name, and its result is the name of the winner. */
export const namesWinner = (r: string): SQL => sql.raw(`(${isElection(r)} and ${r}.result !~* '${noWinner}')`)

/** Columns of counts, null where there is no yes and no. */
export const yesAndNo = {
  yeas: sql<number | null>`case when ${asksYesOrNo('roll_calls')} then ${rollCalls.yeas} end`,
  nays: sql<number | null>`case when ${asksYesOrNo('roll_calls')} then ${rollCalls.nays} end`,
}

export const memberCount = sql<number>`${rollCalls.yeas} + ${rollCalls.nays} + ${rollCalls.present} + ${rollCalls.notVoting}`

/** The position of a member as it is shown: in a vote between names, it is for the winner or for someone else, never yes or no. */
export const shownPosition = (position: SQL, r: string): SQL<ShownPosition> =>
  sql<ShownPosition>`case when ${position} not in ('yea', 'nay') or ${asksYesOrNo(r)} then ${position}
    when not ${namesWinner(r)} then 'voted' when ${position} = 'yea' then 'for_winner' else 'for_other' end`
