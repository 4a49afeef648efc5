import { expect, test } from 'vitest'
import type { RollCall } from '../roll-calls.ts'
import { quoteRollCall } from './quote-roll-call.ts'
import { quoteCommonGround, quotePoll } from './quote.ts'

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

const rows = (count: number) => Array<undefined>(count).fill(undefined)
const noLine = { status: 'no_line', agree: [], cross: [] } as const
const line = { status: 'line', agree: rows(50), cross: rows(1) } as const
const noGroups = { groups: [], agree: [], divide: [] }
const groups = { groups: rows(3), agree: rows(12), divide: rows(0) }
const alongLine =
  'Along the order of their answers, in at least 50 polls a majority of each third chose the same answer, and in 1 poll the two ends differ.'
const ofGroups =
  'Of the 3 groups found, in 12 polls a majority of each chose the same answer, and in 0 polls groups differ.'

test.each([
  ['a line', { ...noGroups, line }, {}, `${alongLine} ${end}`],
  ['groups', { ...groups, line: noLine }, {}, `${ofGroups} ${end}`],
  ['both', { ...groups, line }, {}, `${alongLine} ${ofGroups} ${end}`],
  ['sample data', { ...groups, line: noLine }, { isSample: true }, `${ofGroups} ${end}`],
  ['a site that people cannot just join', { ...noGroups, line }, { isOpenToAll: false }, `${alongLine} ${end}`],
])('the sentence of Common Ground: %s', (_title, found, settings, sentence) => {
  const { isOpenToAll, isSample } = { ...base, ...settings }
  const people = `${isSample ? 'Made up for this demo. The people and votes are invented. ' : ''}At least 1,230 members of WTPU${isOpenToAll ? ', which anyone may join,' : ''} chose to answer 5 or more of 40 polls by Nov 29, 2026.`
  expect(quoteCommonGround({ voters: 1230, polls: 40, ...found }, { ...base, ...settings })).toBe(
    `${people} ${sentence}`,
  )
})

const rollCall: Omit<RollCall, 'parties' | 'states' | 'corrections' | 'polls'> = {
  id: 9,
  congress: 119,
  chamber: 'house',
  number: 301,
  session: 1,
  official_number: 301,
  date: '2026-11-10',
  question: 'On Passage of the Bill',
  bill: 'H.R. 29',
  title: 'Water Act',
  description: '',
  category: 'passage',
  result: 'Passed',
  yeas: 264,
  nays: 159,
  present: 0,
  not_voting: 0,
  for_winner: null,
  for_other: null,
  majority: null,
  is_contested: true,
  is_sample: false,
  source: { name: 'Voteview', citation: '', date: '2026-11-20T12:00:00Z', url: '', official_url: null },
}
const house = 'House, Nov 10, 2026, vote 301 of Congress 119:'
const source = 'Source: Voteview. https://wtpu.example/results/7'

test.each<[title: string, asked: Partial<RollCall>, settings: { isSample?: boolean }, sentence: string]>([
  ['passage', {}, {}, `${house} To pass H.R. 29: Passed, 264 to 159. ${source}`],
  [
    'those who did not say yes or no',
    { present: 2, not_voting: 10 },
    {},
    `${house} To pass H.R. 29: Passed, 264 to 159. Not in these numbers: 2 present, 10 not voting. ${source}`,
  ],
  [
    'a motion against the bill',
    { question: 'On Motion to Refer', bill: 'H.Res. 893' },
    {},
    `${house} To refer H.Res. 893 to committee: Referred, 264 to 159. A yes keeps the bill from a vote. ${source}`,
  ],
  [
    'a majority that yes and no do not explain',
    { majority: 'It needed more than a simple majority.', result: 'Failed' },
    {},
    `${house} To pass H.R. 29: Not passed, 264 to 159. It needed more than a simple majority. ${source}`,
  ],
  [
    'a vote for a name',
    {
      question: 'Election of the Speaker',
      result: 'Johnson (LA)',
      yeas: null,
      nays: null,
      for_winner: 218,
      for_other: 216,
    },
    {},
    `${house} Election of the Speaker: Johnson (LA) was elected. 218 voted for the winner, 216 for someone else. ${source}`,
  ],
  [
    'sample data',
    {},
    { isSample: true },
    `Made up for this demo. The roll call is made up. ${house} To pass H.R. 29: Passed, 264 to 159. ${source}`,
  ],
])('the sentence of a roll call: %s', (_title, asked, settings, sentence) => {
  const whole = { ...rollCall, parties: [], states: [], corrections: [], polls: [], ...asked }
  expect(quoteRollCall(whole, { ...base, ...settings })).toBe(sentence)
})
