import { isNotNull, sql, type SQL } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { ApiError } from './errors.ts'

/**
 * Condition on `users`: the user may vote, rate, post and write to offices. Use it in the statement that writes, so that
 * nothing can change between check and write. `confirmedOnly` is the setting VOTES_NEED_CONFIRMED_EMAIL.
 */
export function mayParticipate(confirmedOnly: boolean): SQL {
  return confirmedOnly ? isNotNull(users.emailVerifiedAt) : sql`true`
}

/** The error for a user with an unconfirmed email. Contains the address, so send it only to that user. */
export function emailNotConfirmedError(email: string | null): ApiError {
  if (email === null) return new ApiError('email_not_confirmed')
  return new ApiError('email_not_confirmed', { detail: `Please confirm your email first. We sent a link to ${email}.` })
}
