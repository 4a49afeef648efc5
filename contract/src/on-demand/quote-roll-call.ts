import { describeRollCall, outcomeText } from './roll-call-sentence.ts'
import { dayText } from '../polls/on-demand/method.ts'
import type { Quote } from './quote.ts'
import { chamberNames, type RollCall } from '../roll-calls.ts'

/** What "Copy as a sentence" copies of a roll call. */
export function quoteRollCall(rollCall: RollCall, { link, isSample }: Quote): string {
  const { chamber, number, congress, date, majority, source, present, not_voting: notVoting } = rollCall
  const { for_winner: forWinner, for_other: forOther } = rollCall
  const parts = [
    `${isSample ? 'Made up for this demo. The roll call is made up. ' : ''}${chamberNames[chamber]}, ${dayText(date, 'UTC')}, vote ${number} of Congress ${congress}: ${outcomeText(rollCall)}.`,
    describeRollCall(rollCall).against,
    forWinner !== null && `${forWinner} voted for the winner, ${forOther ?? 0} for someone else.`,
    majority,
    present + notVoting > 0 && `Not in these numbers: ${present} present, ${notVoting} not voting.`,
    `Source: ${source.name}.`,
    link,
  ]
  return parts.filter(Boolean).join(' ')
}
