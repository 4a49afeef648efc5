import { toSingleLine } from '@wtpu/contract/text'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { type Decision, reasonMaxLength } from '#db/shared/moderation.ts'
import { ApiError } from './errors.ts'

/**
 * Call it in the transaction of a moderator's action. Reads the role from the database, because it may have changed since
 * the access token was issued. @throws ApiError 403
 */
export async function requireModerator(tx: Db, userId: number, reason = ''): Promise<Decision> {
  const [person] = await tx
    .select({ role: users.role, username: users.username })
    .from(users)
    .where(isActiveAccount(userId))
  if (!person) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  if (person.role === 'user') throw new ApiError(403, 'forbidden', 'Only moderators can do this.')
  return { actor: person.username ?? `account ${userId}`, actorId: userId, reason }
}

/** The reason of a moderator's action, as it is stored. @throws ApiError 400 */
export function validateReason(text: string): string {
  const reason = toSingleLine(text)
  if (reason === '') throw invalidReason('A reason is required.')
  if (reason.length > reasonMaxLength) {
    throw invalidReason(`A reason can have at most ${reasonMaxLength} characters.`)
  }
  return reason
}

function invalidReason(message: string): ApiError {
  return new ApiError(400, 'invalid', message, { fields: { reason: [message] } })
}
