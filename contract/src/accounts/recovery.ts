import { Type } from 'typebox'
import { emailMaxLength, passwordMaxLength } from './accounts.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { LimitedText } from '../schemas.ts'

export const otpLength = 6
export const otpMinutes = 10
export const otpTries = 5
export const resendSeconds = 60

/** Limits per account in any 24 hours, for all its codes and from all networks. */
export const resetCodesPerDay = 10
export const wrongResetCodesPerDay = 25

/**
 * Mails a six-digit code. Responds with 404 for an unknown email, as the specification requires, 400 for text that does not match
 * `emailPattern`, and 429 with its own message after `resetCodesPerDay` codes.
 */
export const requestPasswordReset = {
  method: 'POST',
  url: '/auth/api/password_reset/',
  schema: {
    area: 'Accounts',
    summary: 'Mails a six-digit code for a new password.',
    errors: ['other_way_only', 'unknown_email', 'daily_limit'],
    body: Type.Object({ email: Type.String({ maxLength: emailMaxLength }) }),
    response: { 200: Type.Object({ detail: Type.String() }), ...failures },
  },
} satisfies Endpoint

/**
 * Sets a new password and ends every session of the account. If the code is wrong, `error` contains "expired"
 * or "Invalid". Responds with 429 with its own message after `wrongResetCodesPerDay` wrong codes.
 */
export const confirmPasswordReset = {
  method: 'POST',
  url: '/auth/api/password_reset/confirm/',
  schema: {
    area: 'Accounts',
    summary: 'Sets a new password with a mailed code and ends all sessions.',
    errors: ['other_way_only', 'invalid_code', 'expired_code', 'daily_limit'],
    body: Type.Object({
      email: Type.String({ maxLength: emailMaxLength }),
      code: Type.String({ maxLength: 20 }),
      new_password: LimitedText(passwordMaxLength),
      confirm_password: LimitedText(passwordMaxLength),
    }),
    response: { 200: Type.Object({ detail: Type.String() }), ...failures },
  },
} satisfies Endpoint
