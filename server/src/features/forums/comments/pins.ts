import { maxPinned } from '@wtpu/contract/limits'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { invalidateContent, contentNames, lockDiscussion, type Parent } from '#community/content.ts'
import { requireModerator } from '#community/moderators.ts'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { recordModeration } from '#community/moderation.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { locateOnDiscussion } from './commands.ts'

interface Pin {
  commentId: number
  /** A moderator. */
  userId: number
  isPinned: boolean
}

/** Pins or unpins a visible comment at the top level. Idempotent. @throws ApiError 403, 404 or 409 */
export async function setPinned(db: Db, { commentId, userId, isPinned }: Pin): Promise<Parent> {
  const { on, isChanged } = await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, userId)
    const discussion = await locateOnDiscussion(tx, commentId)
    const locked = await lockDiscussion(tx, discussion.id)
    if (!locked?.isVisible) throw notFound(contentNames.discussion)
    const comment = await lockVisible(tx, commentId)
    if (comment.isPinned === isPinned) return { on: discussion, isChanged: false }
    if (isPinned) await assertMayBePinned(tx, comment, discussion.id)
    await tx
      .update(comments)
      .set({ pinnedAt: isPinned ? sql`clock_timestamp()` : null })
      .where(eq(comments.id, commentId))
    const action = isPinned ? 'pin' : 'unpin'
    await recordModeration(tx, { action, subjectKind: 'comment', subjectId: commentId }, decision)
    return { on: discussion, isChanged: true }
  })
  if (isChanged) invalidateContent(db, on)
  return on
}

async function lockVisible(tx: Db, commentId: number) {
  const [comment] = await tx
    .select({ parentId: comments.parentId, isPinned: sql<boolean>`${comments.pinnedAt} is not null` })
    .from(comments)
    .where(and(eq(comments.id, commentId), comments.isVisible))
    .for('no key update')
  if (!comment) throw notFound(contentNames.comment)
  return comment
}

/** The lock on the discussion serializes concurrent pins. */
async function assertMayBePinned(tx: Db, comment: { parentId: number | null }, discussionId: number): Promise<void> {
  if (comment.parentId !== null) {
    throw new ApiError('not_top_level')
  }
  const pinned = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.discussionId, discussionId), isNotNull(comments.pinnedAt)))
    .limit(maxPinned)
  if (pinned.length >= maxPinned) throw new ApiError('too_many_pinned')
}
