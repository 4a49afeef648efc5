import { lengthProblem } from '@wtpu/contract/lengths'
import { toMarkdown, toParagraphs } from '@wtpu/contract/schemas'
import { assertFields, ApiError, notFound } from '#http/errors.ts'
import { assertMayComment, assertMayMention } from './blocks.ts'
import { assertNotHeld, heldReason, holdRepeated, limitNewcomer } from './floods.ts'
import {
  assertVisible,
  type Parent,
  invalidateContent,
  contentNames,
  lockParent,
  parentColumn,
  publishComment,
} from './content.ts'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { deletion, type Hiding, isDeleted, isRemoved, isVisible, removal, restoration } from '#db/visibility.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { notifyOfText, withdrawNotifications } from '#notifications/events.ts'
import { deleteOwn } from './delete-under-review.ts'
import { limitSlow } from './slow-mode.ts'
import { countInThread, enterThread, findPosition, lockThread, type ThreadPosition, topLevel } from './threads.ts'

/** Normalizes the text of a comment; on discussions it is Markdown. @throws ApiError 400 if it is empty or too long */
export function toCommentText(rawText: string, { on, maxLength }: { on: Parent['kind']; maxLength: number }): string {
  const isMarkdown = on === 'discussion'
  const text = isMarkdown ? toMarkdown(rawText) : toParagraphs(rawText)
  const problem = text === '' ? 'A comment needs some text.' : lengthProblem('A comment', text, maxLength)
  assertFields({ [isMarkdown ? 'content' : 'text']: problem })
  return text
}

interface NewComment {
  on: Parent
  /** On discussions: the comment that this one replies to. */
  parentId?: number | null
  userId: number
  text: string
  lang?: string | null
  idempotencyKey?: string
  maxLength: number
  confirmedOnly: boolean
}

/** The same idempotency key again returns the comment that was posted with it. */
export async function createComment(
  db: Db,
  { on, parentId = null, userId, text: rawText, lang = null, idempotencyKey, maxLength, confirmedOnly }: NewComment,
): Promise<{ id: number }> {
  const text = toCommentText(rawText, { on: on.kind, maxLength })
  const created = await db.transaction(async (tx) => {
    const position = await findPlace(tx, { on, parentId, userId })
    // The insert statement itself checks that the author may post. The clock, unlike now(), is later than that of all comments
    // that were written before under the lock of the thread.
    const { rows } = await tx.execute<{ id: number; created_at: string }>(sql`
      insert into ${comments} (${sql.identifier(parentColumn(on.kind).name)}, parent_id, path, user_id, idempotency_key, text,
        lang, created_at)
      select ${on.id}::int, ${position.parentId}::int, ${sql.param(position.path)}::int[], ${users.id}, ${idempotencyKey ?? null}::uuid,
        ${text}, ${lang}::text, clock_timestamp()
      from ${users} where ${isActiveAccount(userId)} and ${mayParticipate(confirmedOnly)}
      on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
      returning id, created_at::text`)
    if (!rows[0]) return { ...(await findRepeated(tx, { on, userId, idempotencyKey })), held: false }
    const { id, created_at: createdAt } = rows[0]
    const written = { kind: 'comment', id, userId, text, markdown: on.kind === 'discussion' } as const
    await limitSlow(tx, on, userId)
    await limitNewcomer(tx, written)
    await assertMayMention(tx, written)
    const held = await holdRepeated(tx, written)
    if (!held) await notifyOfText(tx, written)
    // Last, because all likes of the content wait for its lock from here to the commit.
    if (on.kind === 'discussion') await enterThread(tx, on.id, { createdAt, repliedTo: parentId })
    if (on.kind === 'post' && !(await countComments(tx, on, 1))) throw notFound(contentNames.post)
    if (held) await hideComment(tx, id, on, removal(heldReason))
    return { id, held }
  })
  if (created.held) throw new ApiError('held_for_review')
  publishComment(db, on)
  return { id: created.id }
}

/** Where the comment will be. Locks the thread of a discussion. @throws ApiError why the user may not comment here */
async function findPlace(
  tx: Db,
  { on, parentId, userId }: Pick<NewComment, 'on' | 'userId'> & { parentId: number | null },
): Promise<ThreadPosition> {
  if (on.kind === 'discussion') await lockThread(tx, on.id)
  await assertVisible(tx, on)
  await assertMayComment(tx, { on, parentId, userId })
  return on.kind === 'discussion' ? findPosition(tx, on.id, parentId) : topLevel
}

/** The comment that an earlier request with this key posted. @throws ApiError why no comment was inserted, or 409 if it is held */
async function findRepeated(
  tx: Db,
  { on, userId, idempotencyKey }: Pick<NewComment, 'on' | 'userId' | 'idempotencyKey'>,
): Promise<{ id: number }> {
  if (idempotencyKey === undefined) throw await participationError(tx, userId)
  const [comment] = await tx
    .select({ id: comments.id, on: parentColumn(on.kind) })
    .from(comments)
    .where(and(eq(comments.userId, userId), eq(comments.idempotencyKey, idempotencyKey)))
  if (!comment) throw await participationError(tx, userId)
  if (comment.on !== on.id) throw new ApiError('idempotency_key_used')
  await assertNotHeld(tx, { kind: 'comment', id: comment.id })
  return { id: comment.id }
}

/** Deletes a comment of the user, also under review. Returns `deleted: false` if it was already deleted or removed. @throws ApiError 404 */
export async function deleteComment(
  db: Db,
  { commentId, on: kind, userId }: { commentId: number; on: Parent['kind']; userId: number },
): Promise<{ deleted: boolean }> {
  const comment = await locateComment(db, commentId)
  if (comment?.userId !== userId || comment.on.kind !== kind) throw notFound(contentNames.comment)
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
  await lockParent(tx, on)
  const [changed] = await update()
  if (!changed) return false
  if (on.kind === 'discussion') await countInThread(tx, on.id, changed, step)
  else await countComments(tx, on, step)
  return true
}

/** `posts.comment_count` counts the visible comments. Locks the post. Returns whether it is visible. */
async function countComments(tx: Db, { kind, id }: Parent, step: 1 | -1): Promise<boolean> {
  if (kind !== 'post') return true
  const [post] = await tx
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + ${step}` })
    .where(eq(posts.id, id))
    .returning({ isVisible: isVisible('posts') })
  return post?.isVisible ?? false
}
