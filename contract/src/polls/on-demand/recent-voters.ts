import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '@wtpu/contract/endpoint'
import { IdParams, Nullable } from '@wtpu/contract/schemas'
import { votesForPercent } from '../polls.ts'

/** The most votes that are looked at. */
export const maxRecentVotes = 100
/** Fewer votes of one mail domain are not counted, so that nobody learns about one person. */
export const minVotesOfDomain = 10

const RecentVoters = Type.Object({
  /** How many votes these are: the latest, up to the last ten that are complete. */
  votes: Type.Integer(),
  /** How many accounts were younger than a day when they voted. */
  new_accounts: Type.Integer(),
  /** How many of these votes are of the mail domain with the most of them, if it is no known public provider. 0 if there are few. */
  same_domain: Type.Integer(),
  /** For admins. */
  domain: Nullable(Type.String()),
})
export type RecentVoters = Static<typeof RecentVoters>

export const getRecentVoters = {
  method: 'GET',
  url: '/api/polls/:id/recent-voters/',
  schema: {
    area: 'Moderation',
    summary: 'Counts new accounts and one mail domain among the latest votes of a poll.',
    description: `For moderators and admins. Null with fewer than ${votesForPercent} votes. Says nothing about answers. The last ${maxRecentVotes} votes are counted, in steps of ten.`,
    missing: 'Page',
    errors: ['results_hidden'],
    params: IdParams,
    response: { 200: Nullable(RecentVoters), ...failures },
  },
} satisfies Endpoint
