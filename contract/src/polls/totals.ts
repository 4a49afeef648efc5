import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Nullable } from '../schemas.ts'

/** Says how a poll was taken, wherever its totals leave the site. */
export const pollMethod =
  'Self-selected sample: everybody with an account on WTPU could vote, once. The totals describe those who voted, not the public.'

const PollTotals = Type.Object({
  id: Id,
  url: Type.String(),
  question: Type.String(),
  options: Type.Array(
    Type.Object({
      text: Type.String(),
      votes: Type.Integer(),
      /** The share of all votes, with two decimals. Null without votes. */
      percent: Nullable(Type.Number()),
    }),
  ),
  total_votes: Type.Integer(),
  opened_at: Instant,
  closes_at: Nullable(Instant),
  is_closed: Type.Boolean(),
  /** When the votes were counted. */
  counted_at: Instant,
  method: Type.String(),
})
export type PollTotals = Static<typeof PollTotals>

export const getPollTotals = {
  method: 'GET',
  url: '/api/polls/:id/totals.json',
  config: { open: true },
  schema: {
    summary: 'Returns the totals of a poll and how it was taken, for reuse elsewhere.',
    errors: ['not_found'],
    params: IdParams,
    response: { 200: PollTotals, ...failures },
  },
} satisfies Endpoint

export const downloadPollTotals = {
  method: 'GET',
  url: '/api/polls/:id/totals.csv',
  config: { open: true },
  schema: {
    summary: 'Downloads the totals of a poll as CSV.',
    description: 'One row per option (text, votes and percentage), then how the poll was taken.',
    errors: ['not_found'],
    params: IdParams,
    response: {
      200: { description: 'The totals as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint
