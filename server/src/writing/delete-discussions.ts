import { and, eq, not } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussions } from '#db/schema/forums.ts'
import { withdrawNotifications } from '#notifications/events.ts'
import { changeForumCounters } from './forum-counters.ts'
import { removeTags, replaceTags } from './tag-uses.ts'
import { type Hiding, isDeleted, isRemoved, restoration } from '#db/visibility.ts'

/**
 * Hides a discussion, and uncounts it, its comments and its tags, whose ids it keeps. Its comments stay as they are.
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
  const { categoryId, comments } = discussion
  await tx.update(discussions).set(hiding).where(eq(discussions.id, id))
  await changeForumCounters(tx, { discussionId: id, categoryId, discussions: -1, comments: -comments })
  const hiddenTags = await removeTags(tx, id)
  await tx.update(discussions).set({ hiddenTags }).where(eq(discussions.id, id))
  await withdrawNotifications(tx, 'discussion', [id])
  return true
}

/** Shows a discussion that was removed, and counts it, its comments and its tags. @returns false if it was not removed. */
export async function restoreDiscussion(tx: Db, id: number): Promise<boolean> {
  const [discussion] = await tx
    .select({ categoryId: discussions.categoryId, comments: discussions.commentCount, tags: discussions.hiddenTags })
    .from(discussions)
    .where(and(eq(discussions.id, id), isRemoved('discussions'), not(isDeleted('discussions'))))
    .for('no key update')
  if (!discussion) return false
  await tx
    .update(discussions)
    .set({ ...restoration, hiddenTags: [] })
    .where(eq(discussions.id, id))
  const { categoryId, comments, tags } = discussion
  await changeForumCounters(tx, { discussionId: id, categoryId, discussions: 1, comments })
  await replaceTags(tx, id, tags)
  return true
}
