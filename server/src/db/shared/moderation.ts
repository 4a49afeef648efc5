import { toSingleLine } from '@wtpu/contract/text'
import { desc } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { moderationActions } from '#db/schema/community.ts'

/** The member of staff who acts, and the reason. */
export interface Decision {
  actor: string
  reason: string
}

type Action = Pick<typeof moderationActions.$inferInsert, 'action' | 'subjectKind' | 'subjectId'>

const reasonMaxLength = 500
const maxShown = 50

/** Call it in the transaction of the action it records. @throws Error with a message for the terminal if the reason is invalid. */
export async function recordModeration(tx: Db, action: Action, decision: Decision): Promise<void> {
  const reason = toSingleLine(decision.reason)
  if (reason === '') throw new Error('A reason is required.')
  if (reason.length > reasonMaxLength) throw new Error(`A reason can have at most ${reasonMaxLength} characters.`)
  await tx.insert(moderationActions).values({ ...action, actor: decision.actor, reason })
}

/** The latest actions, newest first. */
export function findModerationActions(db: Db) {
  return db.select().from(moderationActions).orderBy(desc(moderationActions.id)).limit(maxShown)
}
