import { expect, test } from 'vitest'
import { unknownQuestion } from './roll-call-results.ts'
import { describeRollCall, outcomeText, positionText, type AskedRollCall } from './roll-call-sentence.ts'

const keepsBill = 'A yes keeps the bill from a vote.'
const house = { chamber: 'house', bill: 'H.Res. 893', title: 'Censuring a member' } as const
const senate = { chamber: 'senate', bill: 'S. 5', title: 'A bill to do something, and for other purposes.' } as const
const nominee = { chamber: 'senate', bill: null, title: 'Jane Roe, of Ohio, to be Secretary of State' } as const

test.each<[AskedRollCall, yes: string, outcome: string, against?: string]>([
  [
    { ...house, question: 'On Motion to Refer', result: 'Passed' },
    'Yes to refer H.Res. 893 to committee',
    'To refer H.Res. 893 to committee: Referred',
    keepsBill,
  ],
  [
    { ...house, question: 'On Motion to Refer', result: 'Failed' },
    'Yes to refer H.Res. 893 to committee',
    'To refer H.Res. 893 to committee: Not referred',
    keepsBill,
  ],
  [
    { ...house, question: 'On Motion to Table', result: 'Passed' },
    'Yes to table H.Res. 893',
    'To table H.Res. 893: Tabled',
    keepsBill,
  ],
  [
    { ...house, question: 'On Motion to Table the Motion to Discharge Committee', result: 'Passed' },
    'Yes to table the motion to discharge a committee from H.Res. 893',
    'To table the motion to discharge a committee from H.Res. 893: Tabled',
    keepsBill,
  ],
  [
    { ...house, question: 'On Motion to Table the Appeal', result: 'Passed' },
    'Yes to table a question about H.Res. 893',
    'To table a question about H.Res. 893: Tabled',
    'A yes keeps that question from a vote.',
  ],
  [
    { ...senate, question: 'On the Motion to Table', title: 'To improve the bill.', result: 'Motion to Table Failed' },
    'Yes to table an amendment to S. 5',
    'To table an amendment to S. 5: Not tabled',
    'A yes keeps the amendment from a vote.',
  ],
  [
    {
      ...senate,
      question: 'On the Cloture Motion',
      title: 'In the nature of a substitute.',
      result: 'Cloture Motion Agreed to',
    },
    'Yes to end debate on an amendment to S. 5 (cloture)',
    'To end debate on an amendment to S. 5 (cloture): Cloture invoked',
  ],
  [
    { ...senate, question: 'On the Motion', title: 'To strike a reduction.', result: 'Motion Rejected' },
    'Yes to adopt a motion about an amendment to S. 5',
    'To adopt a motion about an amendment to S. 5: The motion failed',
  ],
  // Such as the motion to reconsider a bill that was voted on already.
  [
    { ...senate, question: 'On the Motion to Table', result: 'Motion to Table Agreed to' },
    'Yes to table a question about S. 5',
    'To table a question about S. 5: Tabled',
    'A yes keeps that question from a vote.',
  ],
  [
    { ...house, question: 'On Motion to Recommit', result: 'Failed' },
    'Yes to recommit H.Res. 893 to committee',
    'To recommit H.Res. 893 to committee: Not recommitted',
    keepsBill,
  ],
  [
    { ...house, question: 'On Motion to Commit with Instructions', result: 'Failed' },
    'Yes to commit H.Res. 893 to a committee',
    'To commit H.Res. 893 to a committee: Not committed',
    keepsBill,
  ],
  [
    { ...senate, question: 'On the Motion to Recommit', result: 'Motion to Recommit Rejected' },
    'Yes to recommit S. 5 to committee',
    'To recommit S. 5 to committee: Not recommitted',
    keepsBill,
  ],
  [
    { ...senate, question: 'On the Cloture Motion', result: 'Cloture Motion Rejected' },
    'Yes to end debate on S. 5 (cloture)',
    'To end debate on S. 5 (cloture): Cloture not invoked',
  ],
  [
    { ...nominee, question: 'On the Cloture Motion', result: 'Cloture Motion Agreed to' },
    'Yes to end debate on the nomination of Jane Roe (cloture)',
    'To end debate on the nomination of Jane Roe, of Ohio, to be Secretary of State (cloture): Cloture invoked',
  ],
  [
    {
      ...senate,
      question: 'On Cloture on the Motion to Proceed',
      result: 'Cloture on the Motion to Proceed Agreed to',
    },
    'Yes to end debate on taking up S. 5 (cloture)',
    'To end debate on taking up S. 5 (cloture): Cloture invoked',
  ],
  [
    { ...senate, question: 'On the Motion to Proceed', result: 'Motion to Proceed Rejected' },
    'Yes to take up S. 5',
    'To take up S. 5: The motion failed',
  ],
  [
    { ...senate, question: 'On the Motion to Discharge', result: 'Motion to Discharge Rejected' },
    'Yes to discharge a committee from S. 5',
    'To discharge a committee from S. 5: Not discharged',
  ],
  [
    { ...house, question: 'On Ordering the Previous Question', result: 'Passed' },
    'Yes to end debate on H.Res. 893 (previous question)',
    'To end debate on H.Res. 893 (previous question): Previous question ordered',
  ],
  [
    { ...house, question: 'On Consideration of the Resolution', result: 'Passed' },
    'Yes to take up H.Res. 893',
    'To take up H.Res. 893: Taken up',
  ],
  [
    { ...house, question: 'On Motion to Adjourn', bill: null, title: 'On Motion to Adjourn', result: 'Failed' },
    'Yes to adjourn',
    'To adjourn: Not adjourned',
  ],
  [
    { ...house, question: 'On Motion to Reconsider', result: 'Passed' },
    'Yes to reconsider an earlier vote about H.Res. 893',
    'To reconsider an earlier vote about H.Res. 893: The motion passed',
  ],
  [
    { ...house, question: 'On Motion to Instruct Conferees', result: 'Failed' },
    'Yes to instruct the conferees on H.Res. 893',
    'To instruct the conferees on H.Res. 893: The motion failed',
  ],
  [
    { ...senate, question: 'On the Point of Order', result: 'Point of Order Sustained' },
    'Yes to sustain a point of order about S. 5',
    'To sustain a point of order about S. 5: Point of order sustained',
  ],
  [
    { ...senate, question: 'On the Decision of the Chair', result: 'Decision of Chair Not Sustained' },
    'Yes to uphold a decision of the chair about S. 5',
    'To uphold a decision of the chair about S. 5: Decision overturned',
  ],
  [
    { ...senate, question: 'On the Motion', result: 'Motion Rejected' },
    'Yes to adopt a motion about S. 5',
    'To adopt a motion about S. 5: The motion failed',
  ],
  [
    { ...senate, question: 'On the Amendment', result: 'Amendment Rejected' },
    'Yes to adopt an amendment to S. 5',
    'To adopt an amendment to S. 5: Not adopted',
  ],
  [
    { ...nominee, question: 'On the Nomination', result: 'Nomination Confirmed' },
    'Yes to confirm Jane Roe',
    'To confirm Jane Roe, of Ohio, to be Secretary of State: Confirmed',
  ],
  [
    { ...house, question: 'On Motion to Concur in the Senate Amendment', result: 'Passed' },
    'Yes to agree to the Senate amendment to H.Res. 893',
    'To agree to the Senate amendment to H.Res. 893: Agreed to',
  ],
  [
    { ...senate, question: 'On Overriding the Veto', result: 'Veto Sustained' },
    'Yes to pass S. 5 over the President’s veto',
    'To pass S. 5 over the President’s veto: Veto sustained',
  ],
  [
    { ...senate, question: 'On Passage of the Bill', title: 'Community Library Act', result: 'Bill Passed' },
    'Yes on the Community Library Act',
    'To pass S. 5: Passed',
  ],
  [
    { ...house, question: 'On Motion to Suspend the Rules and Pass, as Amended', result: 'Failed' },
    'Yes on H.Res. 893',
    'To pass H.Res. 893: Not passed',
  ],
  [
    { ...senate, question: 'On the Joint Resolution', result: 'Joint Resolution Defeated' },
    'Yes on S. 5',
    'To pass S. 5: Not passed',
  ],
  [
    { ...senate, question: 'On the Concurrent Resolution', result: 'Concurrent Resolution Agreed to' },
    'Yes on S. 5',
    'To agree to S. 5: Agreed to',
  ],
  [
    { ...house, question: 'On Agreeing to the Resolution', result: 'Failed' },
    'Yes on H.Res. 893',
    'To agree to H.Res. 893: Not agreed to',
  ],
  [
    { ...house, question: unknownQuestion, bill: null, title: 'To pass H.R. 5.', result: 'Not recorded' },
    'Yes to pass H.R. 5.',
    'To pass H.R. 5.: Not recorded',
  ],
  [
    { ...senate, question: 'On the Trial', result: 'Not Guilty' },
    'Yes on the question “On the Trial”',
    'On the Trial: Not Guilty',
  ],
])('says what %o asked', (asked, yes, outcome, against) => {
  expect(positionText(asked, 'yea')).toBe(yes)
  expect(outcomeText({ ...asked, yeas: null, nays: null })).toBe(outcome)
  expect(describeRollCall(asked).against).toBe(against ?? null)
})

test('a position of no side says whether', () => {
  const refer = { ...house, question: 'On Motion to Refer', result: 'Passed' }
  expect((['nay', 'present', 'not_voting'] as const).map((position) => positionText(refer, position))).toEqual([
    'No to refer H.Res. 893 to committee',
    'Abstain (present) on whether to refer H.Res. 893 to committee',
    'Not voting on whether to refer H.Res. 893 to committee',
  ])
  expect(outcomeText({ ...refer, yeas: 310, nays: 103 })).toBe('To refer H.Res. 893 to committee: Referred, 310 to 103')
})

test('an election has no yes and no', () => {
  const election = { chamber: 'house', question: 'Election of the Speaker', bill: null, title: '' } as const
  const result = 'Johnson (LA)'
  expect(positionText({ ...election, result }, 'for_other')).toBe('For someone else in the election of the Speaker')
  expect(describeRollCall({ ...election, result }).result).toBe('Johnson (LA) was elected')
  expect(describeRollCall({ ...election, result: 'No Speaker elected' }).result).toBe('No Speaker elected')
})

test('the headline has the question, but where the bill itself is asked about', () => {
  const headline = (asked: AskedRollCall) => describeRollCall(asked).headline
  expect(headline({ ...house, question: 'On Motion to Refer', result: 'Passed' })).toBe(
    'To refer H.Res. 893 to committee: Censuring a member',
  )
  expect(headline({ ...senate, question: 'On Passage of the Bill', result: 'Bill Passed' })).toBe(senate.title)
  expect(headline({ ...nominee, question: 'On the Nomination', result: 'Nomination Confirmed' })).toBe(
    'To confirm Jane Roe, of Ohio, to be Secretary of State',
  )
  expect(headline({ ...senate, question: 'On the Motion to Adjourn', result: 'Motion to Adjourn Rejected' })).toBe(
    'To adjourn',
  )
  expect(headline({ ...senate, question: 'On the Trial', result: 'Guilty' })).toBe(`On the Trial: ${senate.title}`)
})
