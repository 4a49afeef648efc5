import { expect, test } from 'vitest'
import { quotePoll } from './quote.ts'

const base = {
  link: 'https://wtpu.example/results/7',
  at: '2026-11-29T20:15:00Z',
  timeZone: 'America/New_York',
  isOpenToAll: true,
  isSample: false,
}
const closed = { is_closed: true, closes_at: '2026-11-30T02:00:00Z' }
const open = { is_closed: false, closes_at: '2026-12-05T02:00:00Z' }
const poll = (counts: number[], state: object = closed) => ({
  ...closed,
  options: counts.map((votes, index) => ({ id: index, text: `Answer ${index + 1}`, vote_count: votes })),
  total_votes: counts.reduce((sum, votes) => sum + votes, 0),
  ...state,
})
const who = 'members of WTPU, which anyone may join, chose to answer by Nov 29, 2026'
const end = 'This is a count, not a survey of the public. https://wtpu.example/results/7'

test.each([
  ['four options', poll([92, 50, 215, 37]), {}, `394 ${who}: 215 “Answer 3”, 92 “Answer 1”, 87 other. ${end}`],
  ['three options', poll([9, 30, 1]), {}, `40 ${who}: 30 “Answer 2”, 9 “Answer 1”, 1 “Answer 3”. ${end}`],
  ['two options', poll([0, 3]), {}, `3 ${who}: 3 “Answer 2”, 0 “Answer 1”. ${end}`],
  ['level ones', poll([5, 5, 5, 2]), {}, `17 ${who}: 5 “Answer 1”, 5 “Answer 2”, 5 “Answer 3”, 2 other. ${end}`],
  [
    'an open poll, with its time',
    poll([1, 0], open),
    {},
    `1 member of WTPU, which anyone may join, chose to answer by Nov 29, 2026, 3:15 PM ET: 1 “Answer 1”, 0 “Answer 2”. The poll is still open. ${end}`,
  ],
  [
    'a site that people cannot just join',
    poll([2, 1]),
    { isOpenToAll: false },
    `3 members of WTPU chose to answer by Nov 29, 2026: 2 “Answer 1”, 1 “Answer 2”. ${end}`,
  ],
  [
    'sample data',
    poll([2, 1]),
    { isSample: true },
    `Made up for this demo. The people and votes are invented. 3 ${who}: 2 “Answer 1”, 1 “Answer 2”. ${end}`,
  ],
  [
    'an imported conversation, whose participants are no members',
    poll([2, 1], { closes_at: '2024-04-01T00:00:00Z', imported_from: 'Our town (Polis)' }),
    {},
    `3 participants of Our town (Polis) chose to answer by Apr 1, 2024: 2 “Answer 1”, 1 “Answer 2”. ${end}`,
  ],
  [
    'no votes',
    poll([0, 0]),
    {},
    'No member of WTPU, which anyone may join, chose to answer by Nov 29, 2026. https://wtpu.example/results/7',
  ],
])('the sentence of a poll: %s', (_title, quoted, settings, sentence) => {
  expect(quotePoll(quoted, { ...base, ...settings })).toBe(sentence)
})
