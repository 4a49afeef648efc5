import { lengthProblem } from '@wtpu/contract/lengths'
import { toSingleLine } from '@wtpu/contract/schemas'
import { desc } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { notifyOfDecision } from '#notifications/events.ts'
import { accountGone, ApiError } from '#http/errors.ts'

/** The member of staff who acts, and the reason. */
export interface Decision {
  actor: string
  /** Their account. Unknown for actions on the server. */
  actorId?: number
  reason: string
}

type Action = Omit<typeof moderationActions.$inferInsert, 'actor' | 'actorId' | 'reason' | 'createdAt'>

const reasonMaxLength = 500
const maxShown = 50
/** The user whom they are about is notified. */
const notifying = new Set<Action['action']>(['remove', 'warn', 'suspend', 'block', 'lock', 'undo'])
const actionsWithoutReason = new Set<Action['action']>(['pin', 'unpin', 'unlock', 'slow', 'unslow'])

/** What is wrong with a normalized reason, as a sentence. */
function findReasonProblem(reason: string): string | undefined {
  return reason === '' ? 'A reason is required.' : lengthProblem('A reason', reason, reasonMaxLength)
}

/** Call it in the transaction of the action it records, whose number it returns. @throws Error with a message for the terminal if the reason is invalid. */
export async function recordModeration(tx: Db, action: Action, decision: Decision): Promise<number> {
  const reason = toSingleLine(decision.reason)
  const isOptional = reason === '' && actionsWithoutReason.has(action.action)
  const problem = isOptional ? undefined : findReasonProblem(reason)
  if (problem) throw new Error(problem)
  const { actor, actorId } = decision
  const [recorded] = await tx
    .insert(moderationActions)
    .values({ ...action, actor, actorId, reason })
    .returning({ id: moderationActions.id })
  const id = recorded?.id ?? 0
  if (action.userId != null && notifying.has(action.action)) {
    await notifyOfDecision(tx, { userId: action.userId, actionId: action.undoes ?? id, detail: action.action })
  }
  return id
}

/** The latest actions, newest first. */
export function findModerationActions(db: Db) {
  return db.select().from(moderationActions).orderBy(desc(moderationActions.id)).limit(maxShown)
}

/**
 * Checks that the user, the `staffId` of the request, is a moderator now, and returns the decision for `recordModeration`. Call it first in the
 * transaction: the lock keeps the role until its end. @throws ApiError 403 or 401
 */
export async function requireModerator(tx: Db, userId: number, reason = ''): Promise<Decision & { actorId: number }> {
  if (userId === 0) throw new ApiError('forbidden')
  const [person] = await tx
    .select({ role: users.role, username: users.username })
    .from(users)
    .where(isActiveAccount(userId))
    .for('share')
  if (!person) throw accountGone()
  if (person.role === 'user') throw new ApiError('forbidden')
  return { actor: person.username || `account ${userId}`, actorId: userId, reason }
}
