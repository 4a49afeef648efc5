import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { closed } from '../closed.ts'
import { rollCallCategories } from '../roll-call-categories.ts'
import { Id, IdempotencyKey, IdParams, Instant, WrittenFields, LimitedText, Nullable, PageQuery } from '../schemas.ts'
import { UndoUntil } from '../undo.ts'
import { PollAudience, StaffChoices } from './audiences.ts'
import { PollOption, PollWording } from './poll-option.ts'
import { VoteBody } from './vote-body.ts'

export const questionMaxLength = 300
export const optionMaxLength = 120
export const minOptions = 2
export const maxOptions = 5
export const descriptionMaxLength = 1000
export const durations = [1, 3, 7, 14, 30] as const
export const defaultDuration = 7
export const pollsPerDay = 5
/** With fewer votes, our own places say counts instead of percentages, and no option leads. */
export const votesForPercent = 20

/** Error messages if another account with the same email address, or a deleted one, has already voted. */
export const votedBeforeDeletion = 'You already voted before deleting your account.'
export const votedWithOtherAccount = 'You already voted with another account.'

/**
 * What Congress voted on too: the roll call and the options that mean yea and nay. `getPollComparison` returns how Congress
 * voted. It never changes after the first vote.
 */
export const PollRollCall = Type.Object({
  id: Id,
  chamber: Type.Enum(['house', 'senate']),
  bill: Nullable(Type.String()),
  /** A motion, such as cloture, is no vote on what the poll asks. */
  category: Type.Enum(rollCallCategories),
  yea_option: Id,
  nay_option: Id,
  /** Invented, for the demo: shown with the label "Made up for this demo". */
  is_sample: Type.Boolean(),
})

/** `category` is a category id; `politician` the official it is about, if any; `roll_call` what Congress voted on. */
export const Poll = Type.Object({
  id: Id,
  question: Type.String(),
  description: Type.String(),
  ...WrittenFields,
  options: Type.Array(PollOption),
  total_votes: Type.Integer(),
  category: Id,
  is_published: Type.Boolean(),
  is_closed: Type.Boolean(),
  published_at: Instant,
  closes_at: Type.Union([Instant, Type.Null()]),
  featured: Type.Boolean(),
  /** In how many groups of Common Ground the same option leads clearly, if it does in all. */
  common_ground: Type.Optional(Nullable(Type.Integer())),
  /** Whether a majority of each third of the line chose the same option. */
  common_ground_on_line: Type.Optional(Type.Boolean()),
  politician: Nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      office: Type.String(),
      party: Nullable(Type.String()),
      state: Type.String(),
    }),
  ),
  roll_call: Nullable(PollRollCall),
  /** The conversation of another site that the poll and its votes come from. */
  imported_from: Type.Optional(Nullable(Type.String())),
  /** Some of its voters answered with an email address, without an account. */
  answered_by_mail: Type.Optional(Type.Boolean()),
  ...PollAudience,
  /**
   * While the options show in an order drawn for each voter: which one with an opinion stands first for visitors, from 0. `options` are
   * in the author's order.
   */
  visitor_rotation: Type.Optional(Nullable(Type.Integer())),
  /**
   * Both wordings of a question that is asked in two, the first one first. Each is a poll with votes of its own, which are never added.
   * The fields of this poll are those of one of them.
   */
  wordings: Type.Optional(Nullable(Type.Array(PollWording))),
  /** The wording that visitors see while the poll is open: 0 is the first, 1 the second. */
  visitor_wording: Type.Optional(Nullable(Type.Integer())),
  /** True if voters may also write the best reason for an answer that they did not choose. */
  asks_other_side: Type.Optional(Nullable(Type.Boolean())),
  /** Grows with every change of the counts, as `LivePoll.version`. */
  version: Type.Optional(Type.Integer()),
})
export type Poll = Static<typeof Poll>

export const PollPage = Type.Object({ results: Type.Array(Poll), next: Nullable(Type.String()) })

const PollFilter = Type.Enum(['featured', 'trending', 'recent', 'ending_soon', 'politician', 'live'])
export type PollFilter = Static<typeof PollFilter>

/** Newest First, Oldest First, Most Votes, Ending Soon. */
const PollSort = Type.Enum(['newest', 'oldest', 'most_votes', 'ending_soon'])
export type PollSort = Static<typeof PollSort>

export const listPolls = {
  method: 'GET',
  url: '/api/polls/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Lists published polls.',
    description:
      '`filter` selects a tab. `q`, `category` (id or name), `politician` (id or name) and `sort` apply to every tab. Without `sort`, polls come in the order of the tab, or featured first if there is no tab. `live` lists up to 100 open polls, those with the newest votes first.',
    querystring: Type.Object({
      filter: Type.Optional(PollFilter),
      politician: Type.Optional(Type.String({ maxLength: 100 })),
      q: Type.Optional(Type.String({ maxLength: 100 })),
      category: Type.Optional(Type.String({ maxLength: 40 })),
      sort: Type.Optional(PollSort),
      ...PageQuery,
    }),
    response: { 200: Type.Union([Type.Array(Poll), PollPage]), ...failures },
  },
} satisfies Endpoint

export const getPoll = {
  method: 'GET',
  url: '/api/polls/:id/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns a published poll.',
    missing: 'Poll',
    params: IdParams,
    response: { 200: Poll, ...failures },
  },
} satisfies Endpoint

/** Open featured polls, filled up with the most voted open polls. */
export const listFeaturedPolls = {
  method: 'GET',
  url: '/api/polls/featured/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Lists the three polls of the home page.',
    response: { 200: Type.Array(Poll), ...failures },
  },
} satisfies Endpoint

const IdOrName = Type.Union([Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.String({ maxLength: 40 })])
const OptionPosition = Type.Integer({ minimum: 0, maximum: 49 })
/** Positions in `options`, from 0. They must be different. */
const RollCallOptions = Type.Object({ yea: OptionPosition, nay: OptionPosition }, closed)
const SecondWording = Type.Object(
  { question: LimitedText(questionMaxLength), description: Type.Optional(LimitedText(descriptionMaxLength)) },
  closed,
)
const NoOpinionOptions = Type.Array(OptionPosition, { maxItems: 50 })

/**
 * All fields are optional in the schema, so that the command can return a message for each missing field.
 */
export const createPoll = {
  method: 'POST',
  url: '/api/polls/',
  schema: {
    area: 'Polls',
    summary: 'Publishes or schedules a poll.',
    description:
      'Required: `question`, `category` (id or name) and two to five `options`. `duration_days` is 1, 3, 7 (the default), 14 or 30. With `schedule_date` (YYYY-MM-DD), `schedule_time` (HH:MM) and `user_timezone` (IANA), the poll is published at that local time and stays open for 7 days. `roll_call` and `roll_call_options` tie it to a vote of Congress: the positions in `options`, from 0, of the answers that mean yea and nay. `no_opinion_options` are the positions of answers without an opinion, such as "Not sure"; two others must be left; without it, they are found by their words, if two others are left. `drawn_order`: each voter sees the answers in an order drawn for them; without it, this is so for polls of staff, but for Yes and No, scales, dates and numbers. `second_wording` asks the same with other words and the same `options`: each voter is shown one of the two by chance, and their votes are never added. `asks_other_side`: next to a reason for their answer, voters can give one for an answer that they did not choose. Staff can set `reveal` and `show_turnout`, and switch off answers by email with `mailed_answers`.',
    errors: ['forbidden', 'email_not_confirmed', 'daily_limit', 'held_for_review', 'too_many_links', 'part_off'],
    body: Type.Object({
      question: Type.Optional(LimitedText(questionMaxLength)),
      description: Type.Optional(LimitedText(descriptionMaxLength)),
      ...WrittenFields,
      category: Type.Optional(IdOrName),
      options: Type.Optional(Type.Array(LimitedText(optionMaxLength), { maxItems: 50 })),
      duration_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      politician: Type.Optional(Type.Union([Id, Type.Null()])),
      schedule_date: Type.Optional(Type.String({ maxLength: 20 })),
      schedule_time: Type.Optional(Type.String({ maxLength: 20 })),
      user_timezone: Type.Optional(Type.String({ maxLength: 64 })),
      roll_call: Type.Optional(Nullable(Id)),
      roll_call_options: Type.Optional(Nullable(RollCallOptions)),
      no_opinion_options: Type.Optional(NoOpinionOptions),
      ...StaffChoices,
      drawn_order: Type.Optional(Type.Boolean()),
      asks_other_side: Type.Optional(Type.Boolean()),
      second_wording: Type.Optional(Nullable(SecondWording)),
      idempotency_key: IdempotencyKey,
    }),
    response: { 201: Poll, ...failures },
  },
} satisfies Endpoint

/** The body is as in `createPoll`; null removes the tie. */
export const tieRollCall = {
  method: 'PUT',
  url: '/api/polls/:id/roll-call/',
  schema: {
    area: 'Polls',
    part: 'roll-calls',
    summary: 'Ties a poll to a roll call before its first vote, or unties it.',
    description: 'For moderators. `roll_call_options` are positions of options, from 0.',
    missing: 'Poll',
    errors: ['forbidden', 'poll_has_votes', 'results_hidden'],
    params: IdParams,
    body: Type.Object({
      roll_call: Nullable(Id),
      roll_call_options: Type.Optional(Nullable(RollCallOptions)),
    }),
    response: { 200: Poll, ...failures },
  },
} satisfies Endpoint

/** Positions of options, from 0. */
export const markNoOpinion = {
  method: 'PUT',
  url: '/api/polls/:id/no-opinion/',
  schema: {
    area: 'Polls',
    summary: 'Says which options of a poll are no opinion, before its first vote.',
    description: 'For its author. They are counted in the totals, but left out where opinions are compared.',
    missing: 'Poll',
    errors: ['email_not_confirmed', 'poll_has_votes', 'results_hidden'],
    params: IdParams,
    body: Type.Object({ options: NoOpinionOptions }),
    response: { 200: Poll, ...failures },
  },
} satisfies Endpoint

/**
 * `timeline`: running totals in the order of the options, at evenly spaced times since publication, which move in steps of
 * `votesPerCurveStep` votes; empty before the first step. `states`: the leading option of each state (null for a tie), counting
 * only the votes up to the state's last disclosure step (`disclosureSteps`); `voters` is that step. Both counts are null where
 * almost all chose alike: the option leads with more than 80 %. `is_colored`: there are `minVotersOfColor` voters, and the option
 * leads by `minLeadOfColor` points.
 */
export const PollResults = Type.Object({
  poll: Poll,
  /** Invented people and votes. */
  is_sample: Type.Boolean(),
  timeline: Type.Array(Type.Object({ at: Instant, votes: Type.Array(Type.Integer()) })),
  states: Type.Array(
    Type.Object({
      state: Type.String(),
      voters: Nullable(Type.Integer()),
      leading_option: Type.Union([Id, Type.Null()]),
      leading_votes: Nullable(Type.Integer()),
      is_colored: Type.Boolean(),
    }),
  ),
})
export type PollResults = Static<typeof PollResults>

export const getPollResults = {
  method: 'GET',
  url: '/api/polls/:id/results/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns a poll with its votes over time and by state.',
    errors: ['results_hidden'],
    description:
      '`timeline` holds running totals in the order of the options, which move in steps of ten votes. `states` holds the leading option of each state, null for a tie; `voters` is the step up to which its votes were counted, to protect voters in small groups. The counts are null where almost all chose alike.',
    missing: 'Poll',
    params: IdParams,
    response: { 200: PollResults, ...failures },
  },
} satisfies Endpoint

export const PollSummary = Type.Object({
  active_polls: Type.Integer(),
  active_votes: Type.Integer(),
  /** Rounded down to tens, like `votes_today`. */
  total_participants: Type.Integer(),
  trending_topic: Type.Union([Type.String(), Type.Null()]),
  polls_ending_soon: Type.Integer(),
  votes_today: Type.Integer(),
})
export type PollSummary = Static<typeof PollSummary>

export const getPollSummary = {
  method: 'GET',
  url: '/api/polls/summary/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns figures about all polls, such as the votes of today.',
    response: { 200: PollSummary, ...failures },
  },
} satisfies Endpoint

export const listPollCategories = {
  method: 'GET',
  url: '/api/polls/categories/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Lists the categories of polls.',
    response: { 200: Type.Array(Type.Object({ id: Id, name: Type.String() })), ...failures },
  },
} satisfies Endpoint

/** A second vote returns 409. Its `detail` is `alreadyVoted`, `votedBeforeDeletion`, `votedByMail` or `votedWithOtherAccount`. */
export const castVote = {
  method: 'POST',
  url: '/api/polls/:id/vote/',
  schema: {
    area: 'Polls',
    summary: "Casts the viewer's one vote in a poll.",
    description:
      'Until `undo_until`, `undoVote` takes the vote back; then it is final. Accounts with the same mailbox share one vote. With `is_repetition`, the same vote returns what is stored. `source` says how the voter came to the poll; it is counted for the poll, and never kept with the vote. `rotation` is which of the options with an opinion stood first, from 0, if the poll has `visitor_rotation`.',
    missing: 'Poll',
    errors: ['invalid', 'email_not_confirmed', 'already_voted', 'not_eligible', 'poll_closed'],
    params: IdParams,
    body: VoteBody,
    response: { 200: Type.Object({ ...Poll.properties, undo_until: UndoUntil }), ...failures },
  },
} satisfies Endpoint

/** A mailbox can do this once in a poll. */
export const undoVote = {
  method: 'DELETE',
  url: '/api/polls/:id/vote/',
  schema: {
    area: 'Polls',
    summary: "Takes back the viewer's vote, once in a poll and within ten seconds.",
    description:
      'Not in the last ten seconds of a poll. `castVote` and `listMyVotes` return `undo_until`, by the clock of the server. Then the viewer can vote again, and that vote is final.',
    missing: 'Poll',
    errors: ['no_vote', 'vote_final'],
    params: IdParams,
    response: { 200: Poll, ...failures },
  },
} satisfies Endpoint

export const listMyVotes = {
  method: 'GET',
  url: '/api/polls/my-votes/',
  schema: {
    area: 'Polls',
    summary: "Lists the viewer's votes, newest first, at most 1,000.",
    description:
      '`ballot` is the number under which the vote is in the ballots of the sealed poll. Nobody else sees it. `undo_until` is left out if the vote is final. `is_due`: the answer waited for a confirmed email, and enters the public counts within the hour; it has no ballot before.',
    response: {
      200: Type.Array(
        Type.Object({
          poll: Id,
          option: Id,
          ballot: Type.String(),
          undo_until: Type.Optional(Instant),
          is_due: Type.Optional(Type.Literal(true)),
        }),
      ),
      ...failures,
    },
  },
} satisfies Endpoint
