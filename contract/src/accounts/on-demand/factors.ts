import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { Id, Instant, Nullable } from '../../schemas.ts'
import { Tokens } from '../accounts.ts'

/** How long a sign-in with the right password waits for the second factor. */
export const ticketMinutes = 10
export const recoveryCodeCount = 10
/** For each account, whatever the network. */
export const wrongCodesPerDay = 25

/** Six digits of the app, or a recovery code. Spaces, dashes and the case of letters do not matter. */
export const FactorCode = Type.String({ minLength: 1, maxLength: 40 })

const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })

export const finishSignIn = {
  method: 'POST',
  url: '/auth/api/token/second-factor/',
  schema: {
    area: 'Accounts',
    summary: 'Finishes a sign-in with a code of the second factor.',
    description: `Takes the \`ticket\` of an answer with the code \`second_factor_required\`, which is valid for ${ticketMinutes} minutes and one sign-in. \`code\` is one of the authenticator app, or a recovery code.`,
    errors: ['wrong_code', 'ticket_ended', 'blocked', 'daily_limit'],
    body: Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 2000 }), code: FactorCode }),
    response: { 200: Tokens, ...failures },
  },
} satisfies Endpoint

export const Factors = Type.Object({
  /** Null without an authenticator app. */
  app: Nullable(Type.Object({ added_at: Instant, last_used_at: Nullable(Instant) })),
  passkeys: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      /** The host of the site when it was added. It works there alone. */
      host: Type.String(),
      /** Whether it is stored in more than one place. */
      is_backed_up: Type.Boolean(),
      added_at: Instant,
      last_used_at: Nullable(Instant),
    }),
  ),
  /** How many are left. */
  recovery_codes: Type.Integer(),
})
export type Factors = Static<typeof Factors>

export const getFactors = {
  method: 'GET',
  url: '/auth/api/factors/',
  schema: {
    area: 'Accounts',
    summary: 'Lists the second factors of the viewer, without secrets.',
    response: { 200: Factors, ...failures },
  },
} satisfies Endpoint

export const startApp = {
  method: 'POST',
  url: '/auth/api/factors/app/start/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Makes the secret of a new authenticator app.',
    description: 'It counts once `/auth/api/factors/app/confirm/` has taken a code that the app made with it.',
    errors: ['factor_exists', 'email_not_confirmed'],
    response: { 200: Type.Object({ secret: Type.String(), uri: Type.String() }), ...failures },
  },
} satisfies Endpoint

export const confirmApp = {
  method: 'POST',
  url: '/auth/api/factors/app/confirm/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Switches the second factor on, with a code of the new app.',
    description: `The first second factor gets ${recoveryCodeCount} recovery codes, which are shown this once. Each of them works once in place of a code. Otherwise the list is empty.`,
    errors: ['wrong_code', 'factor_exists'],
    body: Type.Object({ code: FactorCode }),
    response: { 200: RecoveryCodes, ...failures },
  },
} satisfies Endpoint

export const removeApp = {
  method: 'POST',
  url: '/auth/api/factors/app/remove/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Removes the authenticator app. Without a passkey, the recovery codes end, too.',
    response: { 200: Type.Object({ removed: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint

export const renewRecoveryCodes = {
  method: 'POST',
  url: '/auth/api/factors/recovery-codes/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Makes new recovery codes in place of the earlier ones.',
    errors: ['no_factor'],
    response: { 200: RecoveryCodes, ...failures },
  },
} satisfies Endpoint
