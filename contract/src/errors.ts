import { Type, type Static } from 'typebox'

/**
 * The body of every reply that is not a success. `detail` is a sentence for people; `error` and `message` repeat it
 * where the specification's clients read those names (password reset, sign-up, ratings).
 */
export const ErrorBody = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  error: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})
export type ErrorBody = Static<typeof ErrorBody>

/** Every endpoint's replies that are not a success: spread into `schema.response`. */
export const failures = { '4xx': ErrorBody, '5xx': ErrorBody }

/** Specification 8: the sentence for 429 everywhere (decision 102). */
export const tooManyAttempts = 'Too many attempts. Please try again later.'
