import { kinds } from '@wtpu/contract/writing/kinds'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { deletion, type Hiding, isDeleted, isRemoved, isVisible, restoration } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { withdrawNotifications } from '#notifications/events.ts'
import { invalidateContent, lockPlace, type Parent } from './content.ts'
import { deleteOwn } from './delete-under-review.ts'
import { countInThread } from './threads.ts'

/** Deletes a comment of the user, also under review. Returns `deleted: false` if it was already deleted or removed. @throws ApiError 404 */
export async function deleteComment(
  db: Db,
  { commentId, on: kind, userId }: { commentId: number; on: Parent['kind']; userId: number },
): Promise<{ deleted: boolean }> {
  const comment = await locateComment(db, commentId)
  if (comment?.userId !== userId || comment.on.kind !== kind) throw notFound(kinds.comment.name)
  const own = { authorId: userId, which: { kind: 'comment', id: commentId } } as const
  const deleted = await deleteOwn(db, own, (tx) => hideComment(tx, commentId, comment.on, deletion))
  if (deleted) invalidateContent(db, comment.on)
  return { deleted }
}

/** The author of a comment, and what it is on. */
export async function locateComment(tx: Db, id: number): Promise<{ userId: number; on: Parent } | undefined> {
  const [comment] = await tx
    .select({
      userId: comments.userId,
      politicianId: comments.politicianId,
      postId: comments.postId,
      discussionId: comments.discussionId,
    })
    .from(comments)
    .where(eq(comments.id, id))
  if (!comment) return undefined
  const { userId, politicianId, postId, discussionId } = comment
  if (discussionId !== null) return { userId, on: { kind: 'discussion', id: discussionId } }
  if (postId !== null) return { userId, on: { kind: 'post', id: postId } }
  return { userId, on: { kind: 'politician', id: politicianId ?? 0 } }
}

/** Locks the post or discussion before the comment. Returns false if the comment was not visible. */
export async function hideComment(tx: Db, commentId: number, on: Parent, hiding: Hiding): Promise<boolean> {
  const isHidden = await changeComment(tx, on, -1, () =>
    tx
      .update(comments)
      .set({ ...hiding, pinnedAt: null })
      .where(and(eq(comments.id, commentId), comments.isVisible))
      .returning({ path: comments.path, replyCount: comments.replyCount }),
  )
  if (isHidden) await withdrawNotifications(tx, 'comment', [commentId])
  return isHidden
}

/** Shows a comment that was removed. Returns false if it was not. */
export async function restoreComment(tx: Db, commentId: number, on: Parent): Promise<boolean> {
  return changeComment(tx, on, 1, () =>
    tx
      .update(comments)
      .set(restoration)
      .where(and(eq(comments.id, commentId), isRemoved('comments'), not(isDeleted('comments'))))
      .returning({ path: comments.path, replyCount: comments.replyCount }),
  )
}

async function changeComment(
  tx: Db,
  on: Parent,
  step: 1 | -1,
  update: () => Promise<{ path: number[]; replyCount: number }[]>,
): Promise<boolean> {
  await lockPlace(tx, on)
  const [changed] = await update()
  if (!changed) return false
  if (on.kind === 'discussion') await countInThread(tx, on.id, changed, step)
  else await countComments(tx, on, step)
  return true
}

/** `posts.comment_count` counts the visible comments. Locks the post. Returns whether it is visible. */
export async function countComments(tx: Db, { kind, id }: Parent, step: 1 | -1): Promise<boolean> {
  if (kind !== 'post') return true
  const [post] = await tx
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + ${step}` })
    .where(eq(posts.id, id))
    .returning({ isVisible: isVisible('posts') })
  return post?.isVisible ?? false
}
