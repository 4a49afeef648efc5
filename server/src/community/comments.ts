import { toParagraphs } from '@wtpu/contract/text'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { type Decision, recordModeration } from '#db/shared/moderation.ts'
import { emailNotConfirmedError, mayParticipate } from '#http/confirmed-email.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { announceChange, contentNames, isShownComment, lockParent, parentColumn, type Parent } from './content.ts'

interface NewComment {
  on: Parent
  userId: number
  text: string
  /** In code points. */
  maxLength: number
  confirmedOnly: boolean
}

export async function createComment(
  db: Db,
  { on, userId, text: rawText, maxLength, confirmedOnly }: NewComment,
): Promise<{ id: number }> {
  const text = toParagraphs(rawText)
  if (text === '') refuse('A comment needs some text.')
  if (Array.from(text).length > maxLength) refuse(`A comment can have at most ${maxLength} characters.`)
  const created = await db.transaction(async (tx) => {
    if (!(await lockParent(tx, on))) throw notFound(contentNames[on.kind])
    // The insert statement itself checks that the author may post.
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into ${comments} (${sql.identifier(parentColumn(on.kind).name)}, user_id, text)
      select ${on.id}::int, ${users.id}, ${text} from ${users} where ${isActiveAccount(userId)} and ${mayParticipate(confirmedOnly)}
      returning id`)
    if (!rows[0]) throw await explainRefusal(tx, userId)
    await countComments(tx, on, 1)
    return rows[0]
  })
  announceChange(db, on)
  return created
}

/** Why no comment was inserted. */
async function explainRefusal(tx: Db, userId: number): Promise<ApiError> {
  const [author] = await tx.select({ email: users.email }).from(users).where(isActiveAccount(userId))
  if (author) return emailNotConfirmedError(author.email)
  return new ApiError(401, 'not_signed_in', 'This account no longer exists.')
}

/** Deletes a comment of the user. @returns false if it was already deleted or removed. @throws ApiError 404 */
export async function deleteComment(
  db: Db,
  { commentId, on: kind, userId }: { commentId: number; on: Parent['kind']; userId: number },
): Promise<boolean> {
  const on = await db.transaction(async (tx) => {
    const comment = await findComment(tx, commentId)
    if (comment?.userId !== userId || comment.on.kind !== kind) throw notFound(contentNames.comment)
    return (await hideComment(tx, commentId, comment.on, { deletedAt: sql`now()` })) ? comment.on : undefined
  })
  if (on) announceChange(db, on)
  return on !== undefined
}

/** For staff. Keeps the row. @throws Error with a message for the terminal if no such comment is shown. */
export async function removeComment(db: Db, commentId: number, decision: Decision): Promise<void> {
  const on = await db.transaction(async (tx) => {
    const comment = await findComment(tx, commentId)
    const removal = { removedAt: sql`now()`, removalReason: decision.reason }
    if (!comment || !(await hideComment(tx, commentId, comment.on, removal))) {
      throw new Error(`There is no comment with the number ${commentId} on any wall or post.`)
    }
    await recordModeration(tx, { action: 'remove', subjectKind: 'comment', subjectId: commentId }, decision)
    return comment.on
  })
  announceChange(db, on)
}

async function findComment(tx: Db, id: number): Promise<{ userId: number; on: Parent } | undefined> {
  const [comment] = await tx
    .select({
      userId: comments.userId,
      politicianId: comments.politicianId,
      postId: comments.postId,
    })
    .from(comments)
    .where(eq(comments.id, id))
  if (!comment) return undefined
  const { userId, politicianId, postId } = comment
  const on: Parent = postId === null ? { kind: 'politician', id: politicianId ?? 0 } : { kind: 'post', id: postId }
  return { userId, on }
}

/** Locks the post before the comment, like `createComment`. Returns false if the comment was not shown. */
async function hideComment(
  tx: Db,
  commentId: number,
  on: Parent,
  marks: Parameters<ReturnType<typeof tx.update<typeof comments>>['set']>[0],
): Promise<boolean> {
  await lockParent(tx, on)
  const hidden = await tx
    .update(comments)
    .set(marks)
    .where(and(eq(comments.id, commentId), isShownComment))
    .returning({ id: comments.id })
  if (hidden.length > 0) await countComments(tx, on, -1)
  return hidden.length > 0
}

/** `posts.comment_count` counts the comments that are shown. */
async function countComments(tx: Db, { kind, id }: Parent, step: 1 | -1): Promise<void> {
  if (kind !== 'post') return
  await tx
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + ${step}` })
    .where(eq(posts.id, id))
}

function refuse(message: string): never {
  throw new ApiError(400, 'invalid', message, { fields: { text: [message] } })
}
