import { Type, type Static } from 'typebox'
import { Avatar } from './author.ts'
import { forProfileTexts } from './on-demand/fields.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, Instant, Nullable, Rotation, ofBio, WrittenFields, LimitedText } from '../schemas.ts'

/** In characters as people see them. We add the upper limits, because hashing very long passwords is slow. */
export const passwordMinLength = 8
export const passwordMaxLength = 200
export const nameMaxLength = 60

export const emailMaxLength = 254

/** The access token is renewed this long before it expires, in seconds. */
export const refreshLeadSeconds = 300

export const Tokens = Type.Object({ access: Type.String(), refresh: Type.String() })
export type Tokens = Static<typeof Tokens>

export interface AccessClaims {
  user_id: number
  /** From this follows the order of options that the voter sees. */
  draw?: number | undefined
  exp: number
}

export const createToken = {
  method: 'POST',
  url: '/auth/api/token/',
  schema: {
    area: 'Accounts',
    summary: 'Signs in with email or username and password.',
    description:
      '`remember` keeps the session for longer. The access token is short-lived; renew it with the refresh token. For an account with a second factor, the answer to the right password is 401 `second_factor_required`, with a `ticket` for `/auth/api/token/second-factor/`.',
    errors: ['other_way_only', 'invalid_credentials', 'second_factor_required', 'blocked'],
    body: Type.Object({
      username: Type.String({ minLength: 1, maxLength: emailMaxLength }),
      password: LimitedText(passwordMaxLength, { minLength: 1 }),
      remember: Type.Optional(Type.Boolean()),
    }),
    response: { 200: Tokens, ...failures },
  },
} satisfies Endpoint

export const refreshToken = {
  method: 'POST',
  url: '/auth/api/token/refresh/',
  schema: {
    area: 'Accounts',
    summary: 'Exchanges a refresh token for a new pair of tokens.',
    description: 'Each refresh token works once: store the new one.',
    errors: ['invalid_token'],
    body: Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: { 200: Tokens, ...failures },
  },
} satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/auth/api/logout/',
  schema: {
    area: 'Accounts',
    summary: 'Ends the session of a refresh token.',
    body: Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: { 200: Type.Object({ signed_out: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/**
 * Every field is optional here, so that the command can respond with the messages of the specification. Also rejects blank
 * passwords and those that are easy to guess (`passwordErrors`).
 */
export const register = {
  method: 'POST',
  url: '/auth/api/register/',
  schema: {
    area: 'Accounts',
    summary: 'Creates an account and mails a confirmation link.',
    description:
      'All fields but `newsletter` and `sign_in` are required. A missing or invalid field returns 400 with a message per field. With `sign_in`, the response has tokens, unless the sign-in failed. `invitation` is the token of an invitation, which opens a closed registration. A role comes later, once the email is confirmed and the invitation accepted. `answer` waits for the confirmation, if votes need one, and is named in its mail; see `/api/polls/{id}/pending-answer/`. `mailbox` is the proof of an address by a mailed answer, in place of `email`: the account has it confirmed and has the answers of the mailbox.',
    errors: [
      'expired_link',
      'other_way_only',
      'registration_closed',
      'invitation_ended',
      'invitation_of_other',
      'daily_limit',
    ],
    body: Type.Object({
      first_name: Type.Optional(LimitedText(nameMaxLength)),
      last_name: Type.Optional(LimitedText(nameMaxLength)),
      email: Type.Optional(Type.String({ maxLength: emailMaxLength })),
      state: Type.Optional(Type.String({ maxLength: 40 })),
      password: Type.Optional(LimitedText(passwordMaxLength)),
      confirm_password: Type.Optional(LimitedText(passwordMaxLength)),
      newsletter: Type.Optional(Type.Boolean()),
      sign_in: Type.Optional(Type.Boolean()),
      invitation: Type.Optional(Type.String({ maxLength: 100 })),
      mailbox: Type.Optional(Type.String({ maxLength: 1000 })),
      answer: Type.Optional(Type.Object({ poll: Id, option_id: Id, rotation: Rotation })),
    }),
    response: {
      201: Type.Object({ id: Id, username: Type.String(), ...Type.Partial(Tokens).properties }),
      ...failures,
    },
  },
} satisfies Endpoint

/** A public profile. `email` is sent to the owner, and to others if the owner shares it. */
export const User = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  username: Type.String(),
  email: Type.Optional(Type.String()),
  /** Whether others see `email`. Sent to the owner only. */
  show_email: Type.Optional(Type.Boolean()),
  avatar: Avatar,
  ...forProfileTexts(() => Type.String()),
  ...ofBio(WrittenFields),
  followers_count: Type.Integer(),
  following_count: Type.Integer(),
  /** The month: noon in UTC of its first day. */
  join_date: Instant,
  date_joined: Instant,
  state: Type.Union([Type.String(), Type.Null()]),
  location: Type.Union([Type.String(), Type.Null()]),
  verified: Type.Boolean(),
  posts_count: Type.Integer(),
})
export type User = Static<typeof User>

/** A lookup by email reveals only whether the account exists. */
const AccountExists = Type.Object({ exists: Type.Boolean() })

/** Visitors have a limit for their network. Each signed-in user has a higher one. */
export const getUser = {
  method: 'GET',
  url: '/auth/api/user/:id/',
  schema: {
    area: 'Accounts',
    summary: 'Returns a user as others see them.',
    description:
      '`id` is a user id or a username. For an email, the reply only says whether an account exists. `email` is sent to its owner, and to others if the owner shares it.',
    missing: 'User',
    errors: ['part_off'],
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: emailMaxLength }) }),
    response: { 200: Type.Union([User, AccountExists]), ...failures },
  },
} satisfies Endpoint

/** The private part of an account, for its owner only. */
export const Account = Type.Object({
  id: Id,
  email: Type.String(),
  email_confirmed: Type.Boolean(),
  /** Whether this site requires a confirmed email for voting, rating, posting and messages to offices. */
  confirmation_required: Type.Boolean(),
  /** Whether this site can send mail, so that a confirmation link arrives. */
  sends_mail: Type.Boolean(),
  /** Whether others see the email on the public profile. */
  show_email: Type.Boolean(),
  newsletter: Type.Boolean(),
  /** Whether their votes take part in the computation of Common Ground. */
  common_ground: Type.Boolean(),
  /** False for accounts that only sign in with Google. */
  has_password: Type.Boolean(),
  has_google: Type.Boolean(),
  /** Whether there is an authenticator app or a passkey. */
  second_factor: Type.Boolean(),
  state: Type.Union([Type.String(), Type.Null()]),
  /** The congressional district. Null without a state, in states with one district, and until it is set. */
  district: Type.Union([Type.Integer(), Type.Null()]),
  /** The role that counts in this session. */
  role: Type.Enum(['user', 'moderator', 'admin']),
  /** A role that does not count yet, because the session has no second factor and the site asks staff for one. */
  waiting_role: Nullable(Type.Enum(['moderator', 'admin'])),
})
export type Account = Static<typeof Account>

export const getAccount = {
  method: 'GET',
  url: '/auth/api/account/',
  schema: {
    area: 'Accounts',
    summary: "Returns the private part of the viewer's account.",
    response: { 200: Account, ...failures },
  },
} satisfies Endpoint

/** The provider with calls and words of its own. */
export const googleId = 'google'

const RedirectUri = Type.Object({ redirect_uri: Type.String({ maxLength: 300 }) })
const StartedSignIn = Type.Object({
  authorization_url: Type.String(),
  transaction: Type.String(),
  /** Where the browser goes after it has signed out here later, to sign out there, too. Null: nowhere. */
  sign_out_url: Type.Union([Type.String(), Type.Null()]),
})
const SignedInThere = Type.Object({
  access: Type.String(),
  refresh: Type.String(),
  /** Whether this sign-in created the account. */
  is_new: Type.Boolean(),
  /** What the provider gives as the state of a new account, if it is no state. The account has none then. */
  unknown_state: Type.Union([Type.String(), Type.Null()]),
  user: Type.Object({ first_name: Type.String(), last_name: Type.String(), avatar: Avatar }),
})
const ProviderAnswer = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 2000 }),
  redirect_uri: Type.String({ maxLength: 300 }),
  state: Type.String({ maxLength: 200 }),
  transaction: Type.String({ maxLength: 2000 }),
  iss: Type.Optional(Type.String({ maxLength: 300 })),
  invitation: Type.Optional(Type.String({ maxLength: 100 })),
})
const ProviderParams = Type.Object({ id: Type.String({ maxLength: 31 }) })
const refusals = [
  'provider_refused',
  'provider_transaction',
  'second_factor_required',
  'redirect_uri',
  'email_not_verified',
  'email_missing',
  'blocked',
  'provider_unreachable',
  'try_again',
  'registration_closed',
  'invitation_ended',
  'daily_limit',
  'invitation_of_other',
] as const

/** `transaction` is a signed token with state, nonce and PKCE verifier. */
export const startGoogle = {
  method: 'POST',
  url: '/auth/api/google/start/',
  schema: {
    area: 'Accounts',
    summary: 'Starts a Google sign-in.',
    description: '`redirect_uri` must be the page /login of this site. Send `transaction` back with the code.',
    errors: ['redirect_uri', 'google_not_set_up', 'provider_unreachable'],
    body: RedirectUri,
    response: { 200: StartedSignIn, ...failures },
  },
} satisfies Endpoint

/** Finishes a Google sign-in with `code`, `state` and, if present, `iss` from the query string of /login. */
export const signInWithGoogle = {
  method: 'POST',
  url: '/auth/api/google/',
  schema: {
    area: 'Accounts',
    summary: 'Finishes a Google sign-in and returns tokens.',
    errors: [...refusals, 'google_not_set_up'],
    body: ProviderAnswer,
    response: { 200: SignedInThere, ...failures },
  },
} satisfies Endpoint

export const startProvider = {
  method: 'POST',
  url: '/auth/api/providers/:id/start/',
  schema: {
    area: 'Accounts',
    summary: 'Starts a sign-in with an OpenID provider of the site.',
    description: 'As `/auth/api/google/start/`. `/api/registration/` lists the providers.',
    missing: 'Provider',
    errors: ['redirect_uri', 'provider_unreachable'],
    params: ProviderParams,
    body: RedirectUri,
    response: { 200: StartedSignIn, ...failures },
  },
} satisfies Endpoint

export const signInWithProvider = {
  method: 'POST',
  url: '/auth/api/providers/:id/',
  schema: {
    area: 'Accounts',
    summary: 'Finishes a sign-in with an OpenID provider and returns tokens.',
    missing: 'Provider',
    errors: [...refusals],
    params: ProviderParams,
    body: ProviderAnswer,
    response: { 200: SignedInThere, ...failures },
  },
} satisfies Endpoint
