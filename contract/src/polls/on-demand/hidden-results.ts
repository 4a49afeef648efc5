import { fullCount } from '../../full-count.ts'
import { site } from '../../site/name.ts'
import { daysToPublish } from '../audiences.ts'
import type { Poll } from '../polls.ts'

type Hidden = Pick<Poll, 'reveal' | 'is_closed' | 'results_hidden'>

/** When the results are shown, in place of them. Empty if they are. */
export function whenShown({ reveal, is_closed: isClosed, results_hidden: isHidden }: Hidden): string {
  if (!isHidden) return ''
  if (reveal === 'at_close') {
    return isClosed ? 'The poll has closed. Its votes are being counted.' : 'Results are shown when the poll closes.'
  }
  const when = isClosed ? 'when' : 'after the poll closes, when'
  return `Results are shown ${when} ${site.name} releases them, at the latest ${daysToPublish} days after the close.`
}

/** How many have answered, while the results are hidden. Empty if that is not shown. */
export function turnoutText({ turnout, eligible }: Pick<Poll, 'turnout' | 'eligible'>): string {
  if (turnout == null) return ''
  return `At least ${fullCount(turnout)}${eligible == null ? '' : ` of ${fullCount(eligible)}`} have answered.`
}

/** How many have to answer, and whether they did once the results are shown. Empty without a quorum. */
export function quorumText({
  quorum,
  eligible,
  is_closed: isClosed,
  results_hidden: isHidden,
  total_votes: votes,
}: Pick<Poll, 'quorum' | 'eligible' | 'is_closed' | 'results_hidden' | 'total_votes'>): string {
  if (quorum == null) return ''
  const needed = `Quorum ${fullCount(quorum)}${eligible == null ? '' : ` of ${fullCount(eligible)}`}`
  if (!isClosed || isHidden) return `${needed}.`
  return `${needed}: ${votes < quorum ? 'not reached' : 'reached'} (${fullCount(votes)}).`
}
