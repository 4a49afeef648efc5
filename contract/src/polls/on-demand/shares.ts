import { votesForPercent } from '../polls.ts'

export const voteCount = (votes: number): string => `${groupDigits(votes)} ${votes === 1 ? 'vote' : 'votes'}`

/** A whole percentage. It is never 0% or 100% of what is neither none nor all. */
export function shareText(part: number, total: number): string {
  const percent = total > 0 ? Math.round((100 * part) / total) : 0
  if (percent === 0 && part > 0) return '<1%'
  if (percent === 100 && part < total) return '>99%'
  return `${percent}%`
}

/** The result of an option where we choose the form: "40%", or "3 votes" if there are few. */
export const resultText = (votes: number, total: number): string =>
  total < votesForPercent ? voteCount(votes) : shareText(votes, total)

/**
 * How many of those who chose the leader would have had to choose the second one instead. Undefined if there are too few votes to
 * name a leader, or if several lead.
 */
export function votesToChangeLeader(votes: readonly number[]): number | undefined {
  const [first = 0, second = 0] = votes.toSorted((a, b) => b - a)
  const total = votes.reduce((sum, count) => sum + count, 0)
  return total < votesForPercent || first === second ? undefined : Math.floor((first - second) / 2) + 1
}

export function sensitivityText(votes: readonly number[]): string | undefined {
  const change = votesToChangeLeader(votes)
  const total = votes.reduce((sum, count) => sum + count, 0)
  return change === undefined
    ? undefined
    : `Another answer would lead if ${groupDigits(change)} of the ${groupDigits(total)} had chosen it instead.`
}

/** Where percentages are shown that do not add up to 100. */
export function roundedText(votes: readonly number[]): string | undefined {
  const total = votes.reduce((sum, count) => sum + count, 0)
  if (total < votesForPercent) return undefined
  const percents = votes.map((count) => Math.round((100 * count) / total))
  return percents.reduce((sum, percent) => sum + percent, 0) === 100 ? undefined : 'Percentages are rounded.'
}

/** Thousands separators, without `Intl`, whose first use blocks a phone for tens of milliseconds. */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
