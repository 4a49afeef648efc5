import type { Poll, PollOption } from '@wtpu/contract/polls'

/** The highest count; several options when they are level, none before the first vote. */
export function leadingOptions(options: readonly PollOption[]): ReadonlySet<number> {
  const highest = Math.max(0, ...options.map((option) => option.vote_count))
  return new Set(options.filter((option) => highest > 0 && option.vote_count === highest).map((option) => option.id))
}

/** `format` is how the number is written: shortened to be seen, whole to be heard. */
export function votesText(count: number, format: (count: number) => string): string {
  return `${format(count)} ${count === 1 ? 'vote' : 'votes'}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Closed by the server's word, or by a clock that went past `closes_at` since. */
export function hasEnded(poll: Pick<Poll, 'is_closed' | 'closes_at'>, now: Date): boolean {
  return poll.is_closed || (poll.closes_at !== null && Date.parse(poll.closes_at) <= now.getTime())
}

/** Specification 2, poll card; undefined for an open poll without an end (decision 60). */
export function remainingTime(poll: Pick<Poll, 'is_closed' | 'closes_at'>, now: Date): string | undefined {
  if (hasEnded(poll, now)) return 'Ended'
  if (poll.closes_at === null) return undefined
  const left = Date.parse(poll.closes_at) - now.getTime()
  if (left > day) return `${Math.floor(left / day)}d ${Math.floor((left % day) / hour)}h`
  const hours = Math.floor(left / hour)
  const minutes = Math.floor((left % hour) / minute)
  return `${hours}h ${hours === 0 ? Math.max(1, minutes) : minutes}m`
}

/** Specification 8: without the categories, or for a category unknown to them, the badge says General. */
export function categoryName(categories: readonly { id: number; name: string }[] | undefined, id: number): string {
  return categories?.find((category) => category.id === id)?.name ?? 'General'
}

/** A page that shifted while the next one was fetched brings a poll twice: it stays where it came first. */
export function uniquePolls(polls: readonly Poll[]): Poll[] {
  return [...new Map(polls.map((poll) => [poll.id, poll])).values()]
}

/** The poll of `/polls/{id}`; undefined for anything that cannot be a poll's number. */
export function parsePollId(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text)
  return id <= 2_147_483_647 ? id : undefined
}

/** Where the card of a poll is on the page: `/polls/{id}` scrolls there. */
export function pollCardId(id: number): string {
  return `poll-${id}`
}
