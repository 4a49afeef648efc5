import { Type, type Static } from 'typebox'
import { Avatar } from '../accounts/author.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, Instant, PageQuery } from '../schemas.ts'

/** `user` is an id or a username. */
const UserParams = Type.Object({ user: Type.String({ minLength: 1, maxLength: 100 }) })

export const followUser = {
  method: 'POST',
  url: '/api/boilerroom/follow/:user/',
  schema: {
    area: 'Boiler Room',
    summary: 'Follows a user, or stops following them.',
    description: '`user` is an id or a username. `followers_count` is the count of the followed user.',
    missing: 'User',
    errors: ['follow_oneself', 'blocked_by_person'],
    params: UserParams,
    response: { 200: Type.Object({ following: Type.Boolean(), followers_count: Type.Integer() }), ...failures },
  },
} satisfies Endpoint

export const FollowedUser = Type.Object({
  id: Id,
  username: Type.String(),
  name: Type.String(),
  avatar: Avatar,
})
export type FollowedUser = Static<typeof FollowedUser>

export const FollowedPage = Type.Object({
  results: Type.Array(FollowedUser),
  next: Type.Union([Type.String(), Type.Null()]),
})

export const listFollowing = {
  method: 'GET',
  url: '/api/boilerroom/following/',
  schema: {
    area: 'Boiler Room',
    summary: 'Lists the people whom the viewer follows, latest first.',
    description: 'At most 1,000 without page parameters. With `user` (id or username), only that user, if followed.',
    querystring: Type.Object({ user: Type.Optional(Type.String({ maxLength: 100 })), ...PageQuery }),
    response: { 200: Type.Union([Type.Array(FollowedUser), FollowedPage]), ...failures },
  },
} satisfies Endpoint

/** `political_affiliation` is always "Independent", because the real one is private. `date_joined` is the month, as in `User`. */
export const SuggestedUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  avatar: Avatar,
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

/** Mutuals first, then the same state, then the most followed. */
export const listSuggestedUsers = {
  method: 'GET',
  url: '/api/boilerroom/suggested-users/',
  schema: {
    area: 'Boiler Room',
    summary: 'Suggests up to 20 people whom the viewer does not follow yet.',
    response: { 200: Type.Array(SuggestedUser), ...failures },
  },
} satisfies Endpoint
