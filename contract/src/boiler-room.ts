import { Type, type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { failures } from './errors.ts'
import { Id, Instant, PageQuery } from './text.ts'

/** `user` is a number or a username (decision 85). */
const UserParams = Type.Object({ user: Type.String({ minLength: 1, maxLength: 100 }) })

/** Toggles: whoever is followed no longer is, and the other way round. `followers_count` is the other person's. */
export const followUser = {
  method: 'POST',
  url: '/api/boilerroom/follow/:user/',
  schema: {
    params: UserParams,
    response: { 200: Type.Object({ following: Type.Boolean(), followers_count: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

const FollowedUser = Type.Object({
  id: Id,
  username: Type.String(),
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
})
export type FollowedUser = Static<typeof FollowedUser>

const FollowedPage = Type.Object({
  results: Type.Array(FollowedUser),
  next: Type.Union([Type.String(), Type.Null()]),
})

/** Whom the viewer follows, latest first, at most 1,000 without paging; with `user`, that one person or nobody. */
export const listFollowing = {
  method: 'GET',
  url: '/api/boilerroom/following/',
  schema: {
    querystring: Type.Object({ user: Type.Optional(Type.String({ maxLength: 100 })), ...PageQuery }),
    response: { 200: Type.Union([Type.Array(FollowedUser), FollowedPage]), ...failures },
  },
} satisfies Endpoint

/** Specification 3, suggested user. Nobody's affiliation is told: it is a private setting (decision 32). */
const SuggestedUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
  bio: Type.String(),
  followers: Type.Integer(),
  followers_count: Type.Integer(),
  following_count: Type.Integer(),
  political_affiliation: Type.String(),
  state: Type.String(),
  date_joined: Instant,
  verified: Type.Boolean(),
})
export type SuggestedUser = Static<typeof SuggestedUser>

/** Decision 86: not the viewer, nobody followed; mutuals first, then the same state, then the most followed; 20. */
export const listSuggestedUsers = {
  method: 'GET',
  url: '/api/boilerroom/suggested-users/',
  schema: { response: { 200: Type.Array(SuggestedUser), ...failures } },
} satisfies Endpoint
