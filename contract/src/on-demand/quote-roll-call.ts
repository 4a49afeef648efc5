import { describeRollCall, outcomeText } from './roll-call-sentence.ts'
import { dayText } from '../polls/on-demand/method.ts'
import type { Quote } from './quote.ts'
import { chamberNames, type RollCall } from '../roll-calls.ts'

/** What "Copy as a sentence" copies of a roll call. */
export function quoteRollCall(rollCall: RollCall, { link, isSample }: Quote): string {
  const { chamber, number, congress, date, majority, source } = rollCall
  const parts = [
    `${isSample ? 'Made up for this demo. The roll call is made up. ' : ''}${chamberNames[chamber]}, ${dayText(date, 'UTC')}, vote ${number} of Congress ${congress}: ${outcomeText(rollCall)}.`,
    describeRollCall(rollCall).against,
    majority,
    `Source: ${source.name}.`,
    link,
  ]
  return parts.filter(Boolean).join(' ')
}
