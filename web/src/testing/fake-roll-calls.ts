import type {
  AgreementCounts,
  AnsweredRollCall,
  ListedRollCall,
  PoliticianVote,
  RollCall,
  RollCallSource,
  VotingSummary,
} from '@wtpu/contract/roll-calls'

export const source: RollCallSource = {
  name: 'Voteview',
  citation: 'Lewis, Jeffrey B., Keith Poole, et al. Congressional Roll-Call Votes Database.',
  date: '2026-11-20T12:00:00Z',
  url: 'https://voteview.com/rollcall/RS1190372',
  official_url: 'https://www.senate.gov/legislative/votes.htm',
}

/** A roll call for tests: a bill of the Senate that passed 52 to 47. */
function makeRollCall(over: Partial<ListedRollCall> = {}): ListedRollCall {
  const id = over.id ?? 1
  return {
    id,
    congress: 119,
    chamber: 'senate',
    number: 372,
    session: 1,
    official_number: 372,
    date: '2026-11-10',
    question: 'On Passage of the Bill',
    bill: `S. ${id}`,
    title: `Act ${id}`,
    category: 'passage',
    result: 'Bill Passed',
    yeas: 52,
    nays: 47,
    is_sample: false,
    ...over,
  }
}

/** A row of the list, about which no poll asks. */
export function makeListedRollCall(over: Partial<AnsweredRollCall> = {}): AnsweredRollCall {
  return { ...makeRollCall(over), poll: null, ...over }
}

export function makeVote(over: Partial<PoliticianVote> = {}): PoliticianVote {
  return { ...makeRollCall(over), position: 'yea', ...over }
}

/** The page of a roll call, with a correction and a poll about it. */
export function makeRollCallPage(over: Partial<RollCall> = {}): RollCall {
  return {
    ...makeRollCall(over),
    description: 'An act about clean water.',
    present: 0,
    not_voting: 1,
    for_winner: null,
    for_other: null,
    majority: null,
    is_contested: true,
    parties: [
      { party: 'R', yea: 50, nay: 2, present: 0, not_voting: 1 },
      { party: 'D', yea: 2, nay: 43, present: 0, not_voting: 0 },
      { party: 'I', yea: 0, nay: 2, present: 0, not_voting: 0 },
    ],
    states: [
      { state: 'NY', yea: 0, nay: 2, present: 0, not_voting: 0 },
      { state: 'TX', yea: 2, nay: 0, present: 0, not_voting: 0 },
      { state: 'ME', yea: 1, nay: 1, present: 0, not_voting: 0 },
    ],
    source,
    corrections: [
      { changed_at: '2026-11-15T12:00:00Z', field: 'position', name: 'Pat Doe', before: 'nay', after: 'yea' },
    ],
    polls: [{ id: 5, question: 'Should the act pass?', is_closed: false }],
    ...over,
  }
}

/** Without common votes. */
export const noAgreement: AgreementCounts = {
  common: 0,
  agreed: 0,
  percent: null,
  before: { common: 0, agreed: 0 },
  after: { common: 0, agreed: 0 },
}

export const noRecords: VotingSummary = {
  total: 0,
  recorded: 0,
  took_part: 0,
  partial: null,
  contested: null,
  with_party: null,
  party: null,
  from: null,
  to: null,
  is_sample: false,
  source: null,
}

export const votingSummary: VotingSummary = {
  total: 623,
  recorded: 623,
  took_part: 598,
  partial: null,
  contested: 35,
  with_party: 30,
  party: 'D',
  from: '2025-01-09',
  to: '2026-11-10',
  is_sample: false,
  source,
}
