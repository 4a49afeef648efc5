import { kinds } from '@wtpu/contract/writing/kinds'
import { maxDepth } from '@wtpu/contract/forums/comments'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { locksByKey } from '#db/locks.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { changeForumCounters } from './forum-counters.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { lockDiscussion } from './content.ts'

/** Where a comment is stored in its thread. */
export interface ThreadPosition {
  parentId: number | null
  /** The ids of the comments above. */
  path: number[]
}

export const topLevel: ThreadPosition = { parentId: null, path: [] }

/**
 * Lets one transaction at a time write or edit a text in a discussion, before it locks anything else. So the ids and times of
 * comments have the order of their commits, which cursors and the latest activity need. Reactions, visits and deletions do not
 * wait for this lock.
 */
export async function lockThread(tx: Db, discussionId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locksByKey.threads}, ${discussionId})`)
}

/** Locks a discussion that takes comments. @throws ApiError 404 or 409 */
export async function lockOpenDiscussion(tx: Db, id: number): Promise<void> {
  const discussion = await lockDiscussion(tx, id)
  if (!discussion?.isVisible) throw notFound(kinds.discussion.name)
  if (discussion.isLocked) throw new ApiError('locked')
}

/** The position of a reply to `parentId`. @throws ApiError 404 or 409 */
export async function findPosition(tx: Db, discussionId: number, parentId: number | null): Promise<ThreadPosition> {
  if (parentId === null) return topLevel
  const [parent] = await tx
    .select({ parentId: comments.parentId, path: comments.path, isVisible: comments.isVisible })
    .from(comments)
    .where(and(eq(comments.id, parentId), eq(comments.discussionId, discussionId)))
  if (!parent) throw notFound(kinds.comment.name)
  if (!parent.isVisible) throw new ApiError('parent_hidden')
  if (parent.path.length >= maxDepth) return { parentId: parent.parentId, path: parent.path }
  return { parentId, path: [...parent.path, parentId] }
}

/**
 * Counts a new reply to `repliedTo`, which becomes the discussion's latest activity. Locks the discussion, where both may have
 * been hidden or locked since the comment was written. @throws ApiError 404 or 409
 */
export async function enterThread(
  tx: Db,
  discussionId: number,
  { createdAt, repliedTo }: { createdAt: string; repliedTo: number | null },
): Promise<void> {
  await lockOpenDiscussion(tx, discussionId)
  const { parentId } = await findPosition(tx, discussionId, repliedTo)
  if (parentId !== null) await countReplies(tx, [parentId], 1)
  await countComment(tx, discussionId, 1, { updatedAt: sql`${createdAt}::timestamptz` })
}

/**
 * Counts a comment of a locked discussion that is shown again (`step` 1), or stops counting a comment that was just hidden (-1).
 * A hidden comment without replies leaves the thread. Hidden comments above it that lose their last reply leave too. All of
 * them return when the comment is shown again.
 */
export async function countInThread(
  tx: Db,
  discussionId: number,
  comment: { path: number[]; replyCount: number },
  step: 1 | -1,
): Promise<void> {
  if (comment.replyCount === 0 && comment.path.length > 0) {
    const above = await tx
      .select({ id: comments.id, replyCount: comments.replyCount, isVisible: comments.isVisible })
      .from(comments)
      .where(sql`${comments.id} = any(${sql.param(comment.path)}::int[])`)
    const upwards = comment.path.toReversed().flatMap((id) => above.find((ancestor) => ancestor.id === id) ?? [])
    const otherReplies = step === -1 ? 1 : 0
    const last = upwards.findIndex((upward) => upward.isVisible || upward.replyCount > otherReplies)
    const changing = last < 0 ? upwards : upwards.slice(0, last + 1)
    const ids = changing.map((ancestor) => ancestor.id)
    await countReplies(tx, ids, step)
  }
  await countComment(tx, discussionId, step)
}

async function countReplies(tx: Db, ids: number[], step: 1 | -1): Promise<void> {
  await tx
    .update(comments)
    .set({ replyCount: sql`${comments.replyCount} + ${step}` })
    .where(sql`${comments.id} = any(${sql.param(ids)}::int[])`)
}

/** Categories count the comments of visible discussions. */
async function countComment(
  tx: Db,
  discussionId: number,
  step: 1 | -1,
  activity: { updatedAt?: SQL } = {},
): Promise<void> {
  const [discussion] = await tx
    .update(discussions)
    .set({ ...activity, commentCount: sql`${discussions.commentCount} + ${step}` })
    .where(eq(discussions.id, discussionId))
    .returning({ categoryId: discussions.categoryId, isVisible: discussions.isVisible })
  if (!discussion?.isVisible) return
  await changeForumCounters(tx, { discussionId, categoryId: discussion.categoryId, comments: step })
}
