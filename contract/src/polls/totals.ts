import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Nullable } from '../schemas.ts'

const Voters = Type.Enum([
  'members',
  'members with a confirmed email address',
  'participants of the conversation',
  'people on a list',
])

/** What stays so whatever changes later. The seal has these fields, too. Null where it is not known. */
const PollRecord = Type.Object({
  /** The role of the author when the poll was published. A member who joined staff later asked as a member. */
  asked_by: Nullable(Type.Enum(['member', 'staff', 'participant'])),
  /** When the poll opened. */
  who_could_vote: Nullable(Voters),
  /** It changed while the poll was open. */
  who_could_vote_changed: Nullable(Type.Boolean()),
  /** On the home page, at any time while the poll was open. */
  featured: Nullable(Type.Boolean()),
  /** First and last, with pauses between them or not. */
  featured_from: Nullable(Instant),
  /** Null also while it is featured. */
  featured_to: Nullable(Instant),
  /** Votes of blocked accounts that were taken out while the poll was open. */
  votes_taken_out: Type.Integer(),
})
export type PollRecord = Static<typeof PollRecord>

const Tens = Type.Integer({ minimum: 0, maximum: 100 })

/** Shares are percentages, rounded to ten. They stay the same until ten votes and a fifth more have been cast. */
const Arrivals = Type.Object({
  /** Also votes that no longer count. */
  votes: Type.Integer(),
  sources: Type.Object({ home: Tens, list: Tens, link: Tens, embed: Tens, notice: Tens, other: Tens }),
  account_ages: Type.Object({ under_week: Tens, under_month: Tens, under_year: Tens, older: Tens }),
  /** How often the poll's own page was opened, rounded down to ten: once an hour for each network. */
  openings: Type.Integer(),
  /** The share of these after which nobody answered there. Null with fewer than 50. */
  unanswered: Nullable(Tens),
})
export type Arrivals = Static<typeof Arrivals>

const Points = Type.Number()

/** What is said of the voters for whom one of two wordings was drawn. */
const WordingEffect = Type.Object({
  sentence: Type.String(),
  /** How many voters it is about, both wordings together: it is a number of people, no result. */
  voters: Type.Integer(),
  /** For each option, the points that the second wording has more than the first, with the interval of 95 %. Empty with too few. */
  differences: Type.Array(
    Type.Object({ option: Type.String(), points: Points, low: Points, high: Points, is_moved: Type.Boolean() }),
  ),
})
export type WordingEffect = Static<typeof WordingEffect>

/** How a poll was taken, in fields. `methodRows` has the words. */
const ListGroup = Type.Object({
  /** Null stands for all other groups together. */
  name: Nullable(Type.String()),
  /** In the order of the options. */
  votes: Type.Array(Type.Integer()),
})
export type ListGroup = Static<typeof ListGroup>

export const PollMethod = Type.Object({
  sentence: Type.String(),
  run_by: Type.String(),
  ...PollRecord.properties,
  /** The day on which it was the site's question of the day. Null if it was none. */
  question_of_the_day: Nullable(Type.String({ format: 'date' })),
  /** The official whom the poll is about. */
  about: Nullable(Type.String()),
  /** The roll call of Congress that the poll is tied to. */
  roll_call: Nullable(
    Type.Object({
      id: Id,
      bill: Nullable(Type.String()),
      /** What Congress decided: "To pass H.R. 29". */
      asked: Type.String(),
    }),
  ),
  /** From 50 votes on. Null for polls that are older than these counts. */
  arrivals: Nullable(Arrivals),
  /** While the poll is open. Null once it is closed. */
  who_can_vote: Nullable(Voters),
  /** Accounts that could vote at the close, or while the poll is open now. Rounded down to 10. Null if it is not known. */
  accounts: Nullable(Type.Integer()),
  mode: Type.Literal('web'),
  /** These two are not known of imported polls. */
  language: Nullable(Type.Literal('en')),
  results_visible_while_voting: Nullable(Type.Boolean()),
  /** When hidden results were shown. Null if they were never hidden. */
  revealed_at: Nullable(Instant),
  /** The people who were invited to answer. Null if everyone could. */
  list: Nullable(
    Type.Object({
      name: Type.String(),
      eligible: Type.Integer(),
      /** Those who were taken off the list later, and those who were added while the poll was open. */
      struck: Type.Integer(),
      late: Type.Integer(),
      /** How many of the answers came on paper. 0 while the results are hidden. */
      on_paper: Type.Integer(),
      /** The answers of groups of the list, once the poll has closed with results that are shown. Only groups whose counts tell nobody's choice. */
      groups: Type.Array(ListGroup),
    }),
  ),
  /** How many had to answer. It decides nothing. */
  quorum: Nullable(Type.Integer()),
  one_vote_for: Type.Enum(['mailbox', 'participant']),
  weighted: Type.Literal(false),
  /** Votes of accounts that were blocked since. Rounded down to 10. */
  votes_of_blocked_accounts: Type.Integer(),
  /** Votes by a mailed link, without an account. Rounded down to 10. Null if there are none. */
  votes_by_mailed_links: Nullable(Type.Integer()),
  licence: Type.String(),
  /** Answers such as "Not sure", which are counted, but left out where opinions are compared. */
  no_opinion: Type.Array(Type.String()),
  /** The answers are in the author's order, or in one drawn for each voter, "no opinion" last. */
  order: Type.Enum(['author', 'drawn']),
  /**
   * How many points more an answer got where it stood first, with the interval of 95 %: of at least 200 voters for whom the order was
   * drawn, in steps. Null with fewer.
   */
  order_effect: Nullable(Type.Object({ points: Type.Integer(), low: Type.Integer(), high: Type.Integer() })),
  /** The other of two wordings, with votes of its own, which are never added to these. Null if there is one wording. */
  other_wording: Nullable(
    Type.Object({
      poll: Id,
      question: Type.String(),
      description: Type.String(),
      n: Type.Integer(),
      options: Type.Array(Type.Object({ text: Type.String(), votes: Type.Integer() })),
      is_second: Type.Boolean(),
      /** All of this in words, and what the wording did. */
      words: Type.String(),
      /** What the wording did, of those for whom it was drawn, in steps. Null while the results are hidden. */
      effect: Nullable(WordingEffect),
    }),
  ),
  /** Invented people and votes. */
  is_sample: Type.Boolean(),
  /** The conversation of another site that the poll and its votes come from. Null for the site's own polls. */
  imported_from: Nullable(Type.String()),
  /** The zone of the times in the words, as an IANA name. */
  time_zone: Type.String(),
})
export type PollMethod = Static<typeof PollMethod>

export const PollTotals = Type.Object({
  id: Id,
  url: Type.String(),
  question: Type.String(),
  description: Type.String(),
  options: Type.Array(
    Type.Object({
      text: Type.String(),
      votes: Type.Integer(),
      /** The share of all votes, a whole number. Null with fewer than 20 votes. */
      percent: Nullable(Type.Union([Type.Integer(), Type.Literal('<1'), Type.Literal('>99')])),
    }),
  ),
  total_votes: Type.Integer(),
  /** Both wordings, if there are two. There is no sum of them. */
  wordings: Type.Optional(
    Type.Array(
      Type.Object({
        question: Type.String(),
        description: Type.String(),
        n: Type.Integer(),
        options: Type.Array(Type.Object({ text: Type.String(), votes: Type.Integer() })),
      }),
    ),
  ),
  opened_at: Instant,
  closes_at: Nullable(Instant),
  is_closed: Type.Boolean(),
  /** When the votes were counted. */
  counted_at: Instant,
  method: PollMethod,
})
export type PollTotals = Static<typeof PollTotals>

export const getPollTotals = {
  method: 'GET',
  url: '/api/polls/:id/totals.json',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns the totals of a poll and how it was taken, for reuse elsewhere.',
    errors: ['results_hidden'],
    missing: 'Poll',
    params: IdParams,
    response: { 200: PollTotals, ...failures },
  },
} satisfies Endpoint

export const downloadPollTotals = {
  method: 'GET',
  url: '/api/polls/:id/totals.csv',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Downloads the totals of a poll as CSV.',
    errors: ['results_hidden'],
    description:
      'One row per option (text, votes and percentage, which is empty with fewer than 20 votes), for each wording where there are two, then how the poll was taken.',
    missing: 'Poll',
    params: IdParams,
    response: {
      200: { description: 'The totals as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint
