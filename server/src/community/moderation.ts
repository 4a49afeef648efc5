import { toSingleLine } from '@wtpu/contract/schemas'
import { desc } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { moderationActions } from '#db/schema/community.ts'

/** The member of staff who acts, and the reason. */
export interface Decision {
  actor: string
  /** Their account. Unknown for actions on the server. */
  actorId?: number
  reason: string
}

type Action = Pick<typeof moderationActions.$inferInsert, 'action' | 'subjectKind' | 'subjectId'>

const reasonMaxLength = 500
const maxShown = 50
const actionsWithoutReason = new Set<Action['action']>(['pin', 'unpin', 'unlock'])

/** What is wrong with a normalized reason, as a sentence. */
export function findReasonProblem(reason: string): string | undefined {
  if (reason === '') return 'A reason is required.'
  return reason.length > reasonMaxLength ? `A reason can have at most ${reasonMaxLength} characters.` : undefined
}

/** Call it in the transaction of the action it records. @throws Error with a message for the terminal if the reason is invalid. */
export async function recordModeration(tx: Db, action: Action, decision: Decision): Promise<void> {
  const reason = toSingleLine(decision.reason)
  const isOptional = reason === '' && actionsWithoutReason.has(action.action)
  const problem = isOptional ? undefined : findReasonProblem(reason)
  if (problem) throw new Error(problem)
  const { actor, actorId } = decision
  await tx.insert(moderationActions).values({ ...action, actor, actorId, reason })
}

/** The latest actions, newest first. */
export function findModerationActions(db: Db) {
  return db.select().from(moderationActions).orderBy(desc(moderationActions.id)).limit(maxShown)
}
