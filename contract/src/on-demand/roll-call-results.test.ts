import { expect, test } from 'vitest'
import { explainMajority, isKnownResult } from './roll-call-results.ts'

const senate = { chamber: 'senate', question: 'On the Nomination', description: '', members: 100 } as const
const house = { chamber: 'house', question: 'On Passage', description: '', members: 435 } as const
const cloture = 'On the Cloture Motion'

test.each([
  ['50 to 50 confirmed', { ...senate, result: 'Nomination Confirmed', yeas: 50, nays: 50 }, 50, /Vice President/],
  [
    '49 to 49 on a motion',
    { ...senate, result: 'Motion to Table Agreed to', yeas: 49, nays: 49 },
    49,
    /Vice President/,
  ],
  [
    '50 to 50 rejected',
    { ...senate, result: 'Nomination Rejected', yeas: 50, nays: 50 },
    null,
    /^A tied vote loses\.$/,
  ],
  [
    'a tie about a decision of the chair',
    { ...senate, result: 'Decision of Chair Sustained', yeas: 50, nays: 50 },
    null,
    null,
  ],
  ['a tie in the House', { ...house, result: 'Failed', yeas: 200, nays: 200 }, null, /^A tied vote loses\.$/],
  ['lost by one', { ...house, result: 'Failed', yeas: 199, nays: 200 }, null, null],
  [
    '52 to 47 rejected',
    { ...senate, question: cloture, result: 'Cloture Motion Rejected', yeas: 52, nays: 47 },
    60,
    /: 60 votes\.$/,
  ],
  [
    'cloture with 98 senators',
    { ...senate, question: cloture, result: 'Cloture Motion Rejected', yeas: 55, nays: 43, members: 98 },
    59,
    /: 59 votes\.$/,
  ],
  [
    'cloture with many absent',
    { ...senate, question: cloture, result: 'Cloture Motion Rejected', yeas: 40, nays: 10 },
    null,
    /simple majority\.$/,
  ],
  [
    'cloture agreed to',
    { ...senate, question: cloture, result: 'Cloture Motion Agreed to', yeas: 60, nays: 39 },
    null,
    null,
  ],
  [
    'a veto sustained',
    { ...senate, question: 'On Overriding the Veto', result: 'Veto Sustained', yeas: 62, nays: 38 },
    67,
    /: 67 votes\.$/,
  ],
  [
    'an amendment to the Constitution',
    {
      ...senate,
      description: 'Proposing an amendment to the Constitution',
      result: 'Joint Resolution Defeated',
      yeas: 63,
      nays: 36,
    },
    66,
    /: 66 votes\.$/,
  ],
  [
    'rules not suspended',
    { ...house, question: 'On Motion to Suspend the Rules and Pass', result: 'Failed', yeas: 250, nays: 150 },
    267,
    /: 267 votes\.$/,
  ],
  ['another question of the House', { ...house, result: 'Failed', yeas: 250, nays: 150 }, null, /simple majority\.$/],
  ['passed', { ...house, result: 'Passed', yeas: 250, nays: 150 }, null, null],
  ['an unknown result', { ...senate, result: 'Not recorded', yeas: 50, nays: 50 }, null, null],
  ['a vote for a name', { ...house, result: 'Johnson (LA)', yeas: null, nays: null }, null, null],
] as const)('explains %s', (_name, ended, needed, text) => {
  const found = explainMajority(ended)
  expect(found?.needed ?? null).toBe(needed)
  if (text) expect(found?.text).toMatch(text)
  else expect(found).toBeNull()
})

test('knows how votes of yes and no end, and no names', () => {
  const known = [
    'Passed',
    'Failed',
    'Agreed to',
    'Nomination Confirmed',
    'Bill Defeated',
    'Decision of Chair Not Sustained',
    'Veto Overridden',
    'Point of Order Not Well Taken',
    'Amendment Germane',
    'Not Guilty',
    'Not recorded',
  ]
  expect(known.filter((result) => !isKnownResult(result))).toEqual([])
  expect(['Johnson (LA)', 'McCarthy', 'Held out of order', ''].filter(isKnownResult)).toEqual([])
})
