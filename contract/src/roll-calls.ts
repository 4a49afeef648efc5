import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from './endpoint.ts'
import { Party, partyNames } from './politicians.ts'
import { rollCallCategories } from './roll-call-categories.ts'
import { Id, IdParams, Instant, Nullable, PageQuery } from './schemas.ts'

export const chamberNames = { house: 'House', senate: 'Senate' } as const
export const chambers = ['house', 'senate'] as const
export const Chamber = Type.Enum(chambers)
export type Chamber = Static<typeof Chamber>

export const categoryNames = {
  passage: 'Passage',
  nomination: 'Nomination',
  amendment: 'Amendment',
  procedure: 'Procedure',
} as const
const Category = Type.Enum(rollCallCategories)
export type RollCallCategory = Static<typeof Category>

/** Positions and their labels. "Not voting" does not say why, so it is never called an abstention or an absence. */
export const positions = ['yea', 'nay', 'present', 'not_voting'] as const
export const Position = Type.Enum(positions)
export type Position = Static<typeof Position>
/** A vote for a name, such as the election of the Speaker, has no yes and no. `voted`: the winner is not known. */
export const shownPositions = [...positions, 'for_winner', 'for_other', 'voted'] as const
const ShownPosition = Type.Enum(shownPositions)
export type ShownPosition = Static<typeof ShownPosition>
export const positionNames = {
  yea: 'Yes',
  nay: 'No',
  present: 'Abstain (present)',
  not_voting: 'Not voting',
  for_winner: 'For the winner',
  for_other: 'For someone else',
  voted: 'Voted',
} as const satisfies Record<ShownPosition, string>

/** Names a row of totals: one of the known parties, or all others together. */
export const nameOfTotals = (party: Party | null): string => (party === null ? 'Other parties' : partyNames[party])

/** The order in which the parties are shown. It alternates by the number of the roll call, so that neither is always first. */
export function partyOrder(number: number): readonly (Party | null)[] {
  return number % 2 === 0 ? ['D', 'R', 'I', null] : ['R', 'D', 'I', null]
}

export const rollCallsPerPage = 20
export const positionsPerPage = 50
/** With fewer common votes, no percentage is shown. */
export const minCommonVotes = 20
/** Votes and polls of this many days are new for those whom an official represents. */
export const newDays = 30

const searchText = Type.String({ maxLength: 100 })

/**
 * `number` counts within the Congress and chamber; `official_number` within the session, as the clerk publishes it. It and
 * `session` are null where the source does not say, which is so for older Congresses. `bill` is for example "H.R. 4058", null
 * without one. `title` is never empty: what the vote was about, else the bill, else the question; at most 300 characters.
 * `result` is in the words of the source, and of this question, not of the bill: `describeRollCall` has the words to show. `yeas` and `nays` are null in a vote for a name, such as the election of the Speaker,
 * and where we do not know what the result means: there is no yes and no.
 */
export const rollCallFields = {
  id: Id,
  congress: Type.Integer(),
  chamber: Chamber,
  number: Type.Integer(),
  session: Nullable(Type.Integer()),
  official_number: Nullable(Type.Integer()),
  /** YYYY-MM-DD. */
  date: Type.String({ format: 'date' }),
  question: Type.String(),
  bill: Nullable(Type.String()),
  title: Type.String(),
  category: Category,
  result: Type.String(),
  yeas: Nullable(Type.Integer()),
  nays: Nullable(Type.Integer()),
  /** Invented, for the demo: shown with the label "Made up for this demo". */
  is_sample: Type.Boolean(),
}
export const ListedRollCall = Type.Object(rollCallFields)
export type ListedRollCall = Static<typeof ListedRollCall>

/** How this site answered: votes for the options that mean yes and no, and all votes of the poll. */
const PollAnswer = Type.Object({
  id: Id,
  question: Type.String(),
  /** Null while the poll is open. */
  closed_at: Nullable(Instant),
  yes: Type.Integer(),
  no: Type.Integer(),
  total_votes: Type.Integer(),
})
export type PollAnswer = Static<typeof PollAnswer>
const AnsweredRollCall = Type.Object({ ...rollCallFields, poll: Nullable(PollAnswer) })
export type AnsweredRollCall = Static<typeof AnsweredRollCall>

export const listRollCalls = {
  method: 'GET',
  url: '/api/roll-calls/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: 'Lists roll calls of Congress, newest first.',
    description: `\`q\` searches bills, titles and questions. \`filter=asked\` leaves those that a poll of this site asks about; \`poll\` is the first one. ${rollCallsPerPage} on a page; \`count\` is the number of matches.`,
    errors: ['invalid_cursor'],
    querystring: Type.Object({
      filter: Type.Optional(Type.Enum(['asked'])),
      chamber: Type.Optional(Chamber),
      category: Type.Optional(Category),
      q: Type.Optional(searchText),
      ...PageQuery,
    }),
    response: {
      200: Type.Object({ results: Type.Array(AnsweredRollCall), next: Nullable(Type.String()), count: Type.Integer() }),
      ...failures,
    },
  },
} satisfies Endpoint

const counts = {
  yea: Type.Integer(),
  nay: Type.Integer(),
  present: Type.Integer(),
  not_voting: Type.Integer(),
}

/** `party` is null for members of other parties together. */
export const PartyTotals = Type.Object({ party: Nullable(Party), ...counts })
export type PartyTotals = Static<typeof PartyTotals>
const StateTotals = Type.Object({ state: Type.String(), ...counts })
export type StateTotals = Static<typeof StateTotals>

/** `date`: when it was imported, or last changed by the source. `url` and `official_url` are null for the demo's. */
export const RollCallSource = Type.Object({
  name: Type.String(),
  citation: Type.String(),
  date: Instant,
  url: Nullable(Type.String()),
  /** The page of the clerk of the House or of the Senate. Null also where the number of the clerk is not known. */
  official_url: Nullable(Type.String()),
})
export type RollCallSource = Static<typeof RollCallSource>

/**
 * Something that the source changed after it was imported. `field` is a column ("result", "question", ...), or "position",
 * "party" or "state", with the name of the member whose it is. Positions are null where there was none.
 */
const Correction = Type.Object({
  changed_at: Instant,
  field: Type.Enum(['position', 'party', 'state', 'date', 'question', 'bill', 'title', 'result', 'number']),
  name: Nullable(Type.String()),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
})
export type RollCallCorrection = Static<typeof Correction>

/**
 * `description` is the whole text that `title` is the start of. `for_winner` and `for_other` count a vote for a name. `majority`
 * explains a tie, and why more yes than no was not enough; null where nothing needs to be explained.
 */
export const detailFields = {
  ...rollCallFields,
  description: Type.String(),
  present: Type.Integer(),
  not_voting: Type.Integer(),
  for_winner: Nullable(Type.Integer()),
  for_other: Nullable(Type.Integer()),
  majority: Nullable(Type.String()),
}

/**
 * `parties` come in the order to show, which alternates by the number. `is_contested`: a majority of one party opposed a majority
 * of the other. `states` has only states with members. `parties` and `states` are empty where there is no yes and no. `corrections`: the newest 100. `polls`: published ones about it, at most 5.
 */
export const RollCall = Type.Object({
  ...detailFields,
  is_contested: Type.Boolean(),
  parties: Type.Array(PartyTotals),
  states: Type.Array(StateTotals),
  source: RollCallSource,
  corrections: Type.Array(Correction),
  polls: Type.Array(Type.Object({ id: Id, question: Type.String(), is_closed: Type.Boolean() })),
})
export type RollCall = Static<typeof RollCall>

export const getRollCall = {
  method: 'GET',
  url: '/api/roll-calls/:id/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: 'Returns a roll call with its totals by party and state.',
    missing: 'Roll call',
    params: IdParams,
    response: { 200: RollCall, ...failures },
  },
} satisfies Endpoint

/** `politician` is null for former members, whom the directory never had. Party and state are those at the time of the vote. */
export const RecordedPosition = Type.Object({
  politician: Nullable(Id),
  name: Type.String(),
  party: Nullable(Party),
  state: Type.String(),
  position: ShownPosition,
})
export type RecordedPosition = Static<typeof RecordedPosition>

export const listPositions = {
  method: 'GET',
  url: '/api/roll-calls/:id/positions/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: 'Lists how each member voted in a roll call, by last name.',
    description: `\`q\` searches names. ${positionsPerPage} on a page; \`count\` is the number of matches.`,
    missing: 'Roll call',
    errors: ['invalid_cursor'],
    params: IdParams,
    querystring: Type.Object({
      party: Type.Optional(Party),
      state: Type.Optional(Type.String({ maxLength: 40 })),
      position: Type.Optional(ShownPosition),
      q: Type.Optional(searchText),
      ...PageQuery,
    }),
    response: {
      200: Type.Object({
        results: Type.Array(RecordedPosition),
        next: Nullable(Type.String()),
        count: Type.Integer(),
      }),
      ...failures,
    },
  },
} satisfies Endpoint

export const PoliticianVote = Type.Object({ ...rollCallFields, position: ShownPosition })
export type PoliticianVote = Static<typeof PoliticianVote>

export const listPoliticianVotes = {
  method: 'GET',
  url: '/api/politicians/:id/votes/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: "Lists an official's votes in roll calls, newest first.",
    description: `${rollCallsPerPage} on a page. \`count\` is the number of matches. Empty for officials without records.`,
    missing: 'Politician',
    errors: ['invalid_cursor'],
    params: IdParams,
    querystring: Type.Object({
      category: Type.Optional(Category),
      q: Type.Optional(searchText),
      ...PageQuery,
    }),
    response: {
      200: Type.Object({ results: Type.Array(PoliticianVote), next: Nullable(Type.String()), count: Type.Integer() }),
      ...failures,
    },
  },
} satisfies Endpoint

export const partialReasons = ['speaker', 'delegate', 'unknown'] as const

/**
 * `total`: roll calls of the chamber from the first to the last one of the official's term; 0 for officials without records, whose
 * profile shows the sample of the specification. `recorded`: those of them in which the source has the official. `took_part`: voted,
 * or was present. `partial`: why the source has fewer than 95 % of them; the Speaker is recorded only when voting, and delegates
 * vote only in the Committee of the Whole. `contested`: contested ones in which the official, as a member of `party`, voted yea or
 * nay and the party had a majority; `with_party`: how many of them with it. Both are null for members of other parties and of none.
 */
export const VotingSummary = Type.Object({
  total: Type.Integer(),
  recorded: Type.Integer(),
  took_part: Type.Integer(),
  partial: Nullable(Type.Enum(partialReasons)),
  contested: Nullable(Type.Integer()),
  with_party: Nullable(Type.Integer()),
  party: Nullable(Party),
  /** The dates of the first and the last of them, YYYY-MM-DD. */
  from: Nullable(Type.String({ format: 'date' })),
  to: Nullable(Type.String({ format: 'date' })),
  is_sample: Type.Boolean(),
  source: Nullable(RollCallSource),
})
export type VotingSummary = Static<typeof VotingSummary>

export const getVotingSummary = {
  method: 'GET',
  url: '/api/politicians/:id/voting-summary/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: 'Returns how often an official took part and voted with the own party.',
    missing: 'Politician',
    params: IdParams,
    response: { 200: VotingSummary, ...failures },
  },
} satisfies Endpoint

const common = { common: Type.Integer(), agreed: Type.Integer() }
/** `before`: those that the viewer answered before the day of the roll call in Washington. `after`: the others. */
export const AgreementCounts = Type.Object({
  ...common,
  percent: Nullable(Type.Integer()),
  before: Type.Object(common),
  after: Type.Object(common),
})
export type AgreementCounts = Static<typeof AgreementCounts>

/**
 * Common votes: the viewer answered a poll about a roll call with the option for yea or nay, and the official voted yea or nay
 * in it. Several polls about one roll call count once, with the viewer's newest answer. `percent` is null below
 * `minCommonVotes`.
 */
export const Agreement = Type.Object({
  ...AgreementCounts.properties,
  results: Type.Array(
    Type.Object({
      poll: Type.Object({ id: Id, question: Type.String() }),
      roll_call: ListedRollCall,
      /** The text of the viewer's answer, and what it is tied to. */
      answer: Type.String(),
      my_position: Position,
      answered_before: Type.Boolean(),
      position: Position,
    }),
  ),
  next: Nullable(Type.String()),
})
export type Agreement = Static<typeof Agreement>

export const getAgreement = {
  method: 'GET',
  url: '/api/politicians/:id/agreement/',
  schema: {
    area: 'Politicians',
    part: 'roll-calls',
    summary: "Compares the viewer's answers in polls with an official's votes.",
    description: `Only the viewer sees it. Newest roll calls first, ${rollCallsPerPage} on a page. \`percent\` is null below ${minCommonVotes} common votes.`,
    missing: 'Politician',
    errors: ['invalid_cursor'],
    params: IdParams,
    querystring: Type.Object(PageQuery),
    response: { 200: Agreement, ...failures },
  },
} satisfies Endpoint
