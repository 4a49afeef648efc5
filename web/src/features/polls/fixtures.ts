import type { Poll } from '@wtpu/contract/polls/polls'

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
    ...over,
  }
}
