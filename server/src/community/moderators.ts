import { toSingleLine } from '@wtpu/contract/schemas'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { type Decision, findReasonProblem } from './moderation.ts'
import { accountGone, ApiError, invalidInput } from '#http/errors.ts'

/**
 * Checks that the user is a moderator now, and returns the decision for `recordModeration`. Call it first in the
 * transaction: the lock keeps the role until its end. @throws ApiError 403 or 401
 */
export async function requireModerator(tx: Db, userId: number, reason = ''): Promise<Decision & { actorId: number }> {
  const [person] = await tx
    .select({ role: users.role, username: users.username })
    .from(users)
    .where(isActiveAccount(userId))
    .for('share')
  if (!person) throw accountGone()
  if (person.role === 'user') throw new ApiError('forbidden')
  return { actor: person.username || `account ${userId}`, actorId: userId, reason }
}

/** Normalizes the reason of a moderator. @throws ApiError 400 if there is none or it is too long */
export function toReason(text: string): string {
  const reason = toSingleLine(text)
  const problem = findReasonProblem(reason)
  if (problem) throw invalidInput({ reason: [problem] })
  return reason
}
