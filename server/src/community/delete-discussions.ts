import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussions } from '#db/schema/forums.ts'
import { changeForumCounters } from './forum-counters.ts'
import { type Decision, recordModeration } from './moderation.ts'
import { removeTags } from './tag-uses.ts'
import { type Hiding, removal } from '#db/visibility.ts'
import { publishInvalidation } from '#live/invalidations.ts'

/**
 * Hides a discussion, and uncounts it, its comments and its tags. Its comments stay as they are.
 * @returns false if it was already hidden.
 */
export async function hideDiscussion(tx: Db, id: number, hiding: Hiding): Promise<boolean> {
  const [discussion] = await tx
    .select({
      categoryId: discussions.categoryId,
      comments: discussions.commentCount,
      isVisible: discussions.isVisible,
    })
    .from(discussions)
    .where(eq(discussions.id, id))
    .for('no key update')
  if (!discussion?.isVisible) return false
  await tx.update(discussions).set(hiding).where(eq(discussions.id, id))
  const { categoryId, comments } = discussion
  await changeForumCounters(tx, { discussionId: id, categoryId, discussions: -1, comments: -comments })
  await removeTags(tx, id)
  return true
}

/** For staff. Keeps the row. @throws Error with a message for the terminal if no such discussion is visible. */
export async function removeDiscussion(db: Db, id: number, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await hideDiscussion(tx, id, removal(decision.reason))
    if (!removed) throw new Error(`There is no discussion with the number ${id}, or it is already removed.`)
    await recordModeration(tx, { action: 'remove', subjectKind: 'discussion', subjectId: id }, decision)
  })
  // Lists show the removal at once. They show an author's own deletion after some seconds only, because those are frequent.
  publishInvalidation(db, '/api/forums/discussions/')
}
