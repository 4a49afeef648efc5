import { sampleSentence } from '@wtpu/contract/polls/method'
import type { Poll } from '@wtpu/contract/polls/polls'
import { sensitivityText } from '@wtpu/contract/polls/shares'
import { siteTimeZone } from '#lib/time-zone.ts'

/**
 * How many chose to vote and until when.
 * @param countedAt When the votes of an open poll were counted. Milliseconds.
 */
export function sampleText(poll: Poll, countedAt: number): string {
  const at = poll.is_closed && poll.closes_at !== null ? poll.closes_at : new Date(countedAt)
  const importedFrom = poll.imported_from
  return sampleSentence({ votes: poll.total_votes, at, isClosed: poll.is_closed, importedFrom, timeZone: siteTimeZone })
}

/** How certain the lead is. */
export const leadText = ({ options }: Poll): string | undefined =>
  sensitivityText(options.map(({ vote_count }) => vote_count))
