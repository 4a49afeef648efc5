import { Type, type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { failures } from './errors.ts'
import { Id, Instant } from './text.ts'

/** Specification 5 and 9; the upper bounds are ours, so that a giant password cannot occupy the hash. */
export const passwordMinLength = 8
export const passwordMaxLength = 200
export const nameMaxLength = 60
export const emailMaxLength = 254

/** Specification 9: the access token is renewed this long before it expires, in seconds. */
export const refreshLeadSeconds = 300

/** One at-sign between two non-empty parts: linear in time, the mail itself is the real check. */
export const emailPattern = /^[^@\s]+@[^@\s]+$/

const Tokens = Type.Object({ access: Type.String(), refresh: Type.String() })
export type Tokens = Static<typeof Tokens>

/** Specification 3, token payload. */
export interface AccessClaims {
  user_id: number
  exp: number
}

export const createToken = {
  method: 'POST',
  url: '/auth/api/token/',
  schema: {
    body: Type.Object({
      username: Type.String({ minLength: 1, maxLength: emailMaxLength }),
      password: Type.String({ minLength: 1, maxLength: passwordMaxLength }),
      remember: Type.Optional(Type.Boolean()),
    }),
    response: { 200: Tokens, ...failures },
  },
} satisfies Endpoint

export const refreshToken = {
  method: 'POST',
  url: '/auth/api/token/refresh/',
  schema: {
    body: Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: { 200: Tokens, ...failures },
  },
} satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/auth/api/logout/',
  schema: {
    body: Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: { 200: Type.Object({ signed_out: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** Every field is optional here so that the command can answer with the specification's own sentences. */
export const register = {
  method: 'POST',
  url: '/auth/api/register/',
  schema: {
    body: Type.Object({
      first_name: Type.Optional(Type.String({ maxLength: nameMaxLength })),
      last_name: Type.Optional(Type.String({ maxLength: nameMaxLength })),
      email: Type.Optional(Type.String({ maxLength: emailMaxLength })),
      state: Type.Optional(Type.String({ maxLength: 40 })),
      password: Type.Optional(Type.String({ maxLength: passwordMaxLength })),
      confirm_password: Type.Optional(Type.String({ maxLength: passwordMaxLength })),
      newsletter: Type.Optional(Type.Boolean()),
    }),
    response: { 201: Type.Object({ id: Id, username: Type.String() }), ...failures },
  },
} satisfies Endpoint

/** What anybody may see of a user; `email` only for its owner, or where the owner shares it (decision 24). */
const User = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  username: Type.String(),
  email: Type.Optional(Type.String()),
  avatar: Type.Union([Type.String(), Type.Null()]),
  bio: Type.String(),
  followers_count: Type.Integer(),
  following_count: Type.Integer(),
  join_date: Instant,
  date_joined: Instant,
  state: Type.Union([Type.String(), Type.Null()]),
  location: Type.Union([Type.String(), Type.Null()]),
  verified: Type.Boolean(),
})
export type User = Static<typeof User>

/** The answer to a look-up by email tells existence and nothing else (decision 23). */
const AccountExists = Type.Object({ exists: Type.Boolean() })

/** `id` is a user's number, or an email to learn whether an account exists. */
export const getUser = {
  method: 'GET',
  url: '/auth/api/user/:id/',
  schema: {
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: emailMaxLength }) }),
    response: { 200: Type.Union([User, AccountExists]), ...failures },
  },
} satisfies Endpoint
