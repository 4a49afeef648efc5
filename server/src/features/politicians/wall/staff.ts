import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Decision, recordModeration } from '#db/shared/moderation.ts'
import { politicianComments } from '#db/schema/politicians.ts'
import { changed } from '#live/changed.ts'

/** Hides a comment but keeps its row. @throws Error with a message for the terminal if no such comment is shown. */
export async function removeComment(db: Db, commentId: number, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .update(politicianComments)
      .set({ removedAt: sql`now()`, removalReason: decision.reason })
      .where(
        and(
          eq(politicianComments.id, commentId),
          isNull(politicianComments.deletedAt),
          isNull(politicianComments.removedAt),
        ),
      )
      .returning({ id: politicianComments.id })
    if (!removed) throw new Error(`There is no comment with the number ${commentId} on any wall.`)
    await recordModeration(tx, { action: 'remove', subjectKind: 'comment', subjectId: commentId }, decision)
  })
  changed(db, '/api/comments/')
}
