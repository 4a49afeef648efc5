import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import { makePoll } from '#features/polls/fixtures.ts'

/** Results for tests: Yes leads in New York, No leads in Texas, Puerto Rico is tied. */
export function makeResults(poll: Poll = makePoll(), over: Partial<PollResults> = {}): PollResults {
  const [yes, no] = poll.options.map(({ id }) => id)
  return {
    poll,
    timeline: [0, 1, 2, 3, 4].map((day) => ({
      at: new Date(Date.UTC(2026, 10, 15 + day, 12)).toISOString(),
      votes: poll.options.map(({ vote_count }) => Math.round((vote_count * day) / 4)),
    })),
    states: [
      { state: 'NY', voters: 21, leading_option: yes ?? null, leading_votes: 15 },
      { state: 'PR', voters: 12, leading_option: null, leading_votes: 6 },
      { state: 'TX', voters: 18, leading_option: no ?? null, leading_votes: 10 },
    ],
    ...over,
  }
}
