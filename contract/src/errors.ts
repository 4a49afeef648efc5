import { Type, type Static } from 'typebox'

/**
 * The body of every error reply. `detail` is a message for people. `error` and `message` repeat it on the endpoints whose
 * clients read those names according to the specification (password reset, sign-up, ratings).
 */
export const ErrorBody = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  error: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})
export type ErrorBody = Static<typeof ErrorBody>

/** The error replies of every endpoint, to spread into `schema.response`. */
export const failures = { '4xx': ErrorBody, '5xx': ErrorBody }

/** Specification 8: the message of every 429 reply (decision 102). */
export const tooManyAttempts = 'Too many attempts. Please try again later.'

/** The `code` of a 403 for users who have not confirmed their email. */
export const emailNotConfirmed = 'email_not_confirmed'

/** The `code` of each 5xx reply whose `detail` is meant for people. The web shows its own text for all others. */
export const serverErrorCodes = [
  'busy',
  'google_not_set_up',
  'google_unreachable',
  'storage_full',
  'try_again',
  'unavailable',
] as const
export type ServerErrorCode = (typeof serverErrorCodes)[number]
