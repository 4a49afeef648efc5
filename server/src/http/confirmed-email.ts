import { emailNotConfirmed } from '@wtpu/contract/errors'
import { isNotNull, sql, type SQL } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { ApiError } from './errors.ts'

/**
 * The condition on `users` under which a person may vote, rate, post or write to an office. Put it into the statement
 * that writes, so that nothing can change in between. `confirmedOnly` is the setting VOTES_NEED_CONFIRMED_EMAIL.
 */
export function mayParticipate(confirmedOnly: boolean): SQL {
  return confirmedOnly ? isNotNull(users.emailVerifiedAt) : sql`true`
}

/** The refusal for a person who may not; only that person sees the address. */
export function confirmEmailFirst(email: string | null): ApiError {
  const sentence = `Please confirm your email first. We sent a link to ${email ?? 'your address'}.`
  return new ApiError(403, emailNotConfirmed, sentence)
}
