import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { IdParams, PageQuery } from '../schemas.ts'
import { FollowedPage } from './follows.ts'
import { fullCount } from '../full-count.ts'

/** People whom one user can mute, and people whom one user can block. */
export const maxMuted = 1_000

const MuteState = Type.Object({ muted: Type.Boolean(), blocked: Type.Boolean() })
export type MuteState = Static<typeof MuteState>

const state = { params: IdParams, response: { 200: MuteState, ...failures } }
const errors = ['mute_oneself', 'too_many_muted'] as const

export const muteUser = {
  method: 'PUT',
  url: '/api/people/:id/mute/',
  schema: {
    area: 'Boiler Room',
    part: null,
    summary: 'Mutes a user: the viewer no longer sees what they write.',
    description: `Lists leave it out; in threads it keeps its place, without text. At most ${fullCount(maxMuted)} people.`,
    errors: [...errors],
    ...state,
  },
} satisfies Endpoint

export const unmuteUser = {
  method: 'DELETE',
  url: '/api/people/:id/mute/',
  schema: { area: 'Boiler Room', part: null, summary: 'Ends a mute.', ...state },
} satisfies Endpoint

export const blockUser = {
  method: 'PUT',
  url: '/api/people/:id/block/',
  schema: {
    area: 'Boiler Room',
    part: null,
    summary: 'Blocks a user, who is muted and can no longer address the viewer.',
    description: `They cannot follow the viewer or comment on the viewer's posts, and neither follows the other any more. At most ${fullCount(maxMuted)} people.`,
    errors: [...errors],
    ...state,
  },
} satisfies Endpoint

export const unblockUser = {
  method: 'DELETE',
  url: '/api/people/:id/block/',
  schema: { area: 'Boiler Room', part: null, summary: 'Ends a block. Follows do not return.', ...state },
} satisfies Endpoint

export const getMuteState = {
  method: 'GET',
  url: '/api/people/:id/',
  schema: { area: 'Boiler Room', part: null, summary: 'Whether the viewer has muted or blocked a user.', ...state },
} satisfies Endpoint

const list = { querystring: Type.Object(PageQuery), response: { 200: FollowedPage, ...failures } }

export const listMuted = {
  method: 'GET',
  url: '/api/people/muted/',
  schema: {
    area: 'Boiler Room',
    part: null,
    summary: 'Lists the people whom the viewer has muted, latest first.',
    ...list,
  },
} satisfies Endpoint

export const listBlocked = {
  method: 'GET',
  url: '/api/people/blocked/',
  schema: {
    area: 'Boiler Room',
    part: null,
    summary: 'Lists the people whom the viewer has blocked, latest first.',
    ...list,
  },
} satisfies Endpoint
