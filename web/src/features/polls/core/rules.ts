import type { PollOption } from '@wtpu/contract/polls/poll-option'
import type { Poll } from '@wtpu/contract/polls/polls'
import { votesForPercent } from '@wtpu/contract/polls/polls'

/** The ids of the options with the most votes: several in a tie, none while there are too few votes to name a leader. */
export function leadingOptions(options: readonly PollOption[]): ReadonlySet<number> {
  const votes = options.map((option) => option.vote_count)
  const highest = Math.max(0, ...votes)
  const isEnough = votes.reduce((sum, count) => sum + count, 0) >= votesForPercent
  return new Set(options.filter((option) => isEnough && option.vote_count === highest).map((option) => option.id))
}

/** Pass `compactCount` as `format` for visible text, `fullCount` for screen readers. */
export function formatVoteCount(count: number, format: (count: number) => string): string {
  return `${format(count)} ${count === 1 ? 'vote' : 'votes'}`
}

/** How many voted, unless that is not shown yet. */
export const votesText = (poll: Poll, format: (count: number) => string): string =>
  poll.results_hidden ? 'Results come later' : formatVoteCount(poll.total_votes, format)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** True if the server marked the poll as closed, or if `closes_at` has passed since the poll was fetched. */
export function hasEnded(poll: Pick<Poll, 'is_closed' | 'closes_at'>, now: Date): boolean {
  return poll.is_closed || (poll.closes_at !== null && Date.parse(poll.closes_at) <= now.getTime())
}

/** Undefined for an open poll that never closes. */
export function remainingTime(poll: Pick<Poll, 'is_closed' | 'closes_at'>, now: Date): string | undefined {
  if (hasEnded(poll, now)) return 'Ended'
  if (poll.closes_at === null) return undefined
  const left = Date.parse(poll.closes_at) - now.getTime()
  if (left > day) return `${Math.floor(left / day)}d ${Math.floor((left % day) / hour)}h`
  const hours = Math.floor(left / hour)
  const minutes = Math.floor((left % hour) / minute)
  return `${hours}h ${hours === 0 ? Math.max(1, minutes) : minutes}m`
}

/** `General` if the categories failed to load or do not contain this one. */
export function categoryName(categories: readonly { id: number; name: string }[] | undefined, id: number): string {
  return categories?.find((category) => category.id === id)?.name ?? 'General'
}

/** The poll id in `/polls/{id}`. Undefined for anything that is not a valid id. */
export function parsePollId(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text)
  return id <= 2_147_483_647 ? id : undefined
}

/** The element id of a poll's card, the scroll target of `/polls/{id}`. */
export function pollCardId(id: number): string {
  return `poll-${id}`
}
