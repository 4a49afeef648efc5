import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import type { PollMethod, PollTotals } from '@wtpu/contract/polls/totals'

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

/** Totals for tests, and how the poll was taken. */
export function makeTotals(method: Partial<PollMethod> = {}): PollTotals {
  const { id, question, description, options, total_votes: total, published_at: openedAt } = makePoll()
  return {
    id,
    url: `https://wtpu.example/results/${id}`,
    question,
    description,
    options: options.map(({ text, vote_count: votes }) => ({ text, votes, percent: null })),
    total_votes: total,
    opened_at: openedAt,
    closes_at: null,
    is_closed: false,
    counted_at: openedAt,
    method: {
      sentence: '',
      run_by: 'The operator',
      asked_by: 'staff',
      about: null,
      roll_call: null,
      who_could_vote: null,
      who_could_vote_changed: null,
      who_can_vote: null,
      accounts: null,
      arrivals: null,
      featured: false,
      featured_from: null,
      featured_to: null,
      mode: 'web',
      language: 'en',
      results_visible_while_voting: true,
      revealed_at: null,
      list: null,
      quorum: null,
      one_vote_for: 'mailbox',
      weighted: false,
      question_of_the_day: null,
      votes_of_blocked_accounts: 0,
      votes_by_mailed_links: null,
      votes_taken_out: 0,
      licence: '',
      no_opinion: [],
      order: 'author',
      order_effect: null,
      other_wording: null,
      is_sample: false,
      imported_from: null,
      time_zone: 'America/New_York',
      ...method,
    },
  }
}
