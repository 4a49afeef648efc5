import { Type, type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { failures } from './errors.ts'
import { Id, IdParams, Instant, PageQuery } from './text.ts'

/** Decision 59. */
export const questionMaxLength = 300
export const optionMaxLength = 120
export const minOptions = 2
export const maxOptions = 5

/** Decision 42: the answer to a second vote. */
export const alreadyVoted = 'You Already Voted, Please Wait for the Results'

const PollOption = Type.Object({ id: Id, text: Type.String(), vote_count: Type.Integer() })
export type PollOption = Static<typeof PollOption>

/** Specification 3, poll. `category` is a category id; `politician` the official it is about, if any. */
const Poll = Type.Object({
  id: Id,
  question: Type.String(),
  description: Type.String(),
  options: Type.Array(PollOption),
  total_votes: Type.Integer(),
  category: Id,
  is_published: Type.Boolean(),
  is_closed: Type.Boolean(),
  published_at: Instant,
  closes_at: Type.Union([Instant, Type.Null()]),
  featured: Type.Boolean(),
  politician: Type.Union([
    Type.Object({
      id: Id,
      name: Type.String(),
      office: Type.String(),
      party: Type.String(),
      state: Type.String(),
    }),
    Type.Null(),
  ]),
})
export type Poll = Static<typeof Poll>

const PollPage = Type.Object({
  results: Type.Array(Poll),
  next: Type.Union([Type.String(), Type.Null()]),
})

const PollFilter = Type.Union([
  Type.Literal('featured'),
  Type.Literal('trending'),
  Type.Literal('recent'),
  Type.Literal('ending_soon'),
  Type.Literal('politician'),
])
export type PollFilter = Static<typeof PollFilter>

/** Published polls, featured ones first unless a filter says otherwise; `politician` reads an id or a name. */
export const listPolls = {
  method: 'GET',
  url: '/api/polls/',
  schema: {
    querystring: Type.Object({
      filter: Type.Optional(PollFilter),
      politician: Type.Optional(Type.String({ maxLength: 100 })),
      ...PageQuery,
    }),
    response: { 200: Type.Union([Type.Array(Poll), PollPage]), ...failures },
  },
} satisfies Endpoint

/** A single published poll, for its own address. */
export const getPoll = {
  method: 'GET',
  url: '/api/polls/:id/',
  schema: { params: IdParams, response: { 200: Poll, ...failures } },
} satisfies Endpoint

const PollSummary = Type.Object({
  active_polls: Type.Integer(),
  total_participants: Type.Integer(),
  trending_topic: Type.Union([Type.String(), Type.Null()]),
  polls_ending_soon: Type.Integer(),
  votes_today: Type.Integer(),
})
export type PollSummary = Static<typeof PollSummary>

export const getPollSummary = {
  method: 'GET',
  url: '/api/polls/summary/',
  schema: { response: { 200: PollSummary, ...failures } },
} satisfies Endpoint

export const listPollCategories = {
  method: 'GET',
  url: '/api/polls/categories/',
  schema: { response: { 200: Type.Array(Type.Object({ id: Id, name: Type.String() })), ...failures } },
} satisfies Endpoint

/** One final vote per person and poll: a second answers 409 with `alreadyVoted` as `detail`. */
export const castVote = {
  method: 'POST',
  url: '/api/polls/:id/vote/',
  schema: {
    params: IdParams,
    body: Type.Object({ option_id: Id }),
    response: { 200: Poll, ...failures },
  },
} satisfies Endpoint

/** The viewer's own votes, newest first, at most 1,000 (decision 43). */
export const listMyVotes = {
  method: 'GET',
  url: '/api/polls/my-votes/',
  schema: { response: { 200: Type.Array(Type.Object({ poll: Id, option: Id })), ...failures } },
} satisfies Endpoint
