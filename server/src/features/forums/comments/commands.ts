import { kinds } from '@wtpu/contract/writing/kinds'
import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import { assertMayComment } from '#writing/blocks.ts'
import { revise } from '#writing/revise.ts'
import { and, eq, sql, isNotNull } from 'drizzle-orm'
import { toCommentText } from '#writing/comments.ts'
import { locateComment } from '#writing/delete-comments.ts'
import { invalidateContent, type Parent, lockDiscussion } from '#writing/content.ts'
import { requireModerator, recordModeration } from '#community/moderation.ts'
import { lockOpenDiscussion, lockThread } from '#writing/threads.ts'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { notFound, ApiError } from '#http/errors.ts'
import { maxPinned } from '@wtpu/contract/limits'

type OnDiscussion = Parent & { kind: 'discussion' }

interface Edit extends Written {
  commentId: number
  userId: number
  text: string
}

/** Replaces the text of the author's own comment and keeps the earlier one as a revision. An edit that changes nothing leaves no trace. */
export async function editForumComment(db: Db, { commentId, userId, text: rawText, ...written }: Edit): Promise<void> {
  const text = toCommentText(rawText, 'discussion')
  const { on, isChanged } = await db.transaction(async (tx) => {
    const discussion = await locateOnDiscussion(tx, commentId, userId)
    await lockThread(tx, discussion.id)
    await lockOpenDiscussion(tx, discussion.id)
    return { on: discussion, isChanged: await replaceText(tx, discussion, { commentId, userId, text, ...written }) }
  })
  if (isChanged) invalidateContent(db, on)
}

async function replaceText(tx: Db, on: OnDiscussion, { commentId, userId, text, ...written }: Edit): Promise<boolean> {
  const [before] = await tx
    .select({ text: comments.text, ...writtenOf(comments), parentId: comments.parentId })
    .from(comments)
    .where(and(eq(comments.id, commentId), comments.isVisible))
    .for('no key update')
  if (!before) throw notFound(kinds.comment.name)
  if (before.text !== text) await assertMayComment(tx, { on, parentId: before.parentId, userId })
  return revise(tx, 'comment', { id: commentId, userId, markdown: true, before, after: { text, ...written } })
}

/** The discussion of a comment. @throws ApiError 404 if there is none, or if `authorId` is not the comment's author */
async function locateOnDiscussion(tx: Db, commentId: number, authorId?: number): Promise<OnDiscussion> {
  const comment = await locateComment(tx, commentId)
  const isOthers = authorId !== undefined && comment?.userId !== authorId
  if (comment?.on.kind !== 'discussion' || isOthers) throw notFound(kinds.comment.name)
  return { kind: 'discussion', id: comment.on.id }
}

interface Pin {
  commentId: number
  /** A moderator. */
  userId: number
  isPinned: boolean
}

/** Pins or unpins a visible comment at the top level. Idempotent. @throws ApiError 403, 404 or 409 */
export async function setPinned(db: Db, { commentId, userId, isPinned }: Pin): Promise<void> {
  const { on, isChanged } = await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, userId)
    const discussion = await locateOnDiscussion(tx, commentId)
    const locked = await lockDiscussion(tx, discussion.id)
    if (!locked?.isVisible) throw notFound(kinds.discussion.name)
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
}

async function lockVisible(tx: Db, commentId: number) {
  const [comment] = await tx
    .select({ parentId: comments.parentId, isPinned: sql<boolean>`${comments.pinnedAt} is not null` })
    .from(comments)
    .where(and(eq(comments.id, commentId), comments.isVisible))
    .for('no key update')
  if (!comment) throw notFound(kinds.comment.name)
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
