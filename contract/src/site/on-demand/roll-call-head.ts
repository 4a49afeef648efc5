import { describeRollCall, outcomeText } from '@wtpu/contract/on-demand/roll-call-sentence'
import { categoryNames, chamberNames, type RollCall } from '@wtpu/contract/roll-calls'
import type { HeadInput } from '../head.ts'

/** Apart from `public-heads.ts`, because the sentences of roll calls are larger than what other pages need. */
export function rollCallHead(
  rollCall: Pick<
    RollCall,
    'title' | 'bill' | 'chamber' | 'congress' | 'number' | 'question' | 'result' | 'yeas' | 'nays' | 'date' | 'category'
  >,
): HeadInput {
  const { chamber, congress, number, date, category } = rollCall
  const { headline } = describeRollCall(rollCall)
  return {
    title: `${headline.length > 100 ? `${headline.slice(0, 100)}…` : headline} (${chamberNames[chamber]} vote ${number})`,
    type: 'article',
    description: `${outcomeText(rollCall)}. How each member of the ${chamberNames[chamber]} voted in roll call ${number} of Congress ${congress}.`,
    publishedTime: date,
    section: categoryNames[category],
  }
}
