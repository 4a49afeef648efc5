import { votesForPercent } from '../polls.ts'
import { groupDigits, shareText } from './shares.ts'

interface Counted {
  text: string
  votes: number
}

const said = (text: string) => (/^(yes|no)$/i.test(text) ? `said ${text.toLowerCase()}` : `chose “${text}”`)

/**
 * What the invited who have not answered could change: first what those who answered said, then the share of all in which the leader
 * must be. Empty if nobody answered, or if the number of invited people is not known.
 */
export function boundText(options: readonly Counted[], eligible: number | null | undefined): string {
  const votes = options.map((option) => option.votes)
  const total = votes.reduce((sum, count) => sum + count, 0)
  if (eligible == null || total === 0 || total > eligible) return ''
  const most = Math.max(...votes)
  const silent = eligible - total
  const leaders = options.filter((option) => option.votes === most)
  const share = total < votesForPercent ? '' : ` (${shareText(most, total)})`
  const of = (count: number) => (total < votesForPercent ? groupDigits(count) : shareText(count, eligible))
  const second = leaders.length > 1 ? most : Math.max(0, ...votes.filter((count) => count < most))
  return [
    ...leaders.map(({ text }) => `${groupDigits(most)} of ${groupDigits(total)} ${said(text)}${share}.`),
    silent > 0 &&
      `All ${groupDigits(eligible)}: between ${of(most)} and ${of(most + silent)}, whatever the others think.`,
    silent > 0 && most > second + silent && 'The result would hold even if every silent one disagreed.',
  ]
    .filter(Boolean)
    .join(' ')
}
