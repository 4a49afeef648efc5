import { sampleSentence } from '@wtpu/contract/polls/on-demand/method'
import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import { roundedText, sensitivityText } from '@wtpu/contract/polls/on-demand/shares'
import { quotePoll } from '@wtpu/contract/on-demand/quote'
import { resultsUrl } from '#features/polls/share-poll.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'

/**
 * How many chose to vote and until when.
 * @param countedAt When the votes of an open poll were counted. Milliseconds.
 */
export function sampleText(poll: Poll, countedAt: number): string {
  const at = poll.is_closed && poll.closes_at !== null ? poll.closes_at : new Date(countedAt)
  return sampleSentence({
    votes: poll.total_votes,
    at,
    isClosed: poll.is_closed,
    importedFrom: poll.imported_from,
    answeredByMail: poll.answered_by_mail,
    eligible: poll.eligible,
    timeZone: siteTimeZone(),
  })
}

/** How certain the lead is, and that percentages are rounded. Undefined if there is nothing to say. */
export function leadText({ options }: Poll): string | undefined {
  const votes = options.map(({ vote_count }) => vote_count)
  return [sensitivityText(votes), roundedText(votes)].filter(Boolean).join(' ') || undefined
}

/** What "Copy as a sentence" copies. */
export const pollSentence = (
  { poll, is_sample: isSample }: PollResults,
  { countedAt, isOpenToAll }: { countedAt: number; isOpenToAll: boolean },
): string =>
  quotePoll(poll, {
    link: resultsUrl(poll.id),
    isSample,
    at: new Date(countedAt),
    timeZone: siteTimeZone(),
    isOpenToAll,
  })
