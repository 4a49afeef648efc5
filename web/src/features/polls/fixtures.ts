import type { Poll, PollResults } from '@wtpu/contract/polls/polls'

/** A poll for tests: open, with two options. */
export function makePoll(over: Partial<Poll> = {}): Poll {
  const id = over.id ?? 1
  const options = over.options ?? [
    { id: id * 10 + 1, text: 'Yes', vote_count: 6 },
    { id: id * 10 + 2, text: 'No', vote_count: 2 },
  ]
  return {
    id,
    question: `Question ${id}?`,
    description: '',
    options,
    total_votes: options.reduce((sum, option) => sum + option.vote_count, 0),
    category: 1,
    is_published: true,
    is_closed: false,
    published_at: '2026-11-20T12:00:00Z',
    closes_at: null,
    featured: false,
    politician: null,
    roll_call: null,
    ...over,
  }
}

/** Results for tests: Yes leads in New York, No leads in Texas, Puerto Rico is tied. */
export function makeResults(poll: Poll = makePoll(), over: Partial<PollResults> = {}): PollResults {
  const [yes, no] = poll.options.map(({ id }) => id)
  return {
    poll,
    is_sample: false,
    timeline: [0, 1, 2, 3, 4].map((day) => ({
      at: new Date(Date.UTC(2026, 10, 15 + day, 12)).toISOString(),
      votes: poll.options.map(({ vote_count }) => vote_count * day),
    })),
    states: [
      { state: 'NY', voters: 110, leading_option: yes ?? null, leading_votes: 75, is_colored: true },
      { state: 'PR', voters: 20, leading_option: null, leading_votes: 10, is_colored: false },
      { state: 'TX', voters: 30, leading_option: no ?? null, leading_votes: 20, is_colored: false },
    ],
    ...over,
  }
}
