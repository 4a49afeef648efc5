import { commentMaxLength, type PoliticianComment } from '@wtpu/contract/politicians'
import { toParagraphs } from '@wtpu/contract/text'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianCommentLikes, politicianComments, politicians } from '#db/schema/politicians.ts'
import { emailNotConfirmedError, mayParticipate } from '#http/confirmed-email.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { changed } from '#live/changed.ts'
import { findComment } from './queries.ts'

interface NewComment {
  politicianId: number
  userId: number
  confirmedOnly: boolean
  text: string
}

export async function createComment(
  db: Db,
  { politicianId, userId, confirmedOnly, text: rawText }: NewComment,
): Promise<PoliticianComment> {
  const text = toParagraphs(rawText)
  if (text === '') refuse('A comment needs some text.')
  if (Array.from(text).length > commentMaxLength) refuse(`A comment can have at most ${commentMaxLength} characters.`)
  const stored = await insertComment(db, { politicianId, userId, confirmedOnly, text })
  changed(db, '/api/comments/')
  const comment = await findComment(db, stored.id, userId)
  if (!comment) throw notFound('Comment')
  return comment
}

/** The insert statement itself checks that the author may post. */
async function insertComment(
  db: Db,
  { politicianId, userId, confirmedOnly, text }: NewComment,
): Promise<{ id: number }> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${politicianComments} (politician_id, user_id, text)
    select ${politicians.id}, ${users.id}, ${text} from ${politicians} join ${users} on ${isAccount(userId)}
    where ${politicians.id} = ${politicianId} and ${mayParticipate(confirmedOnly)}
    returning id`)
  if (rows[0]) return rows[0]
  const [politician] = await db.select({ id: politicians.id }).from(politicians).where(eq(politicians.id, politicianId))
  if (!politician) throw notFound('Politician')
  const [author] = await db.select({ email: users.email }).from(users).where(isAccount(userId))
  if (!author) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  throw emailNotConfirmedError(author.email)
}

/** One like per user and comment. Liking twice returns the existing like (decision 74). */
export async function likeComment(
  db: Db,
  { commentId, userId }: { commentId: number; userId: number },
): Promise<{ id: number; comment: number; like_count: number }> {
  const like = await db.transaction(async (tx) => {
    const comment = await lockComment(tx, eq(politicianComments.id, commentId))
    if (!comment || comment.deletedAt || comment.removedAt) throw notFound('Comment')
    // Another server may accept the access token of a deleted account for a few more seconds.
    const [person] = await tx.select({ id: users.id }).from(users).where(isAccount(userId))
    if (!person) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
    const [added] = await tx
      .insert(politicianCommentLikes)
      .values({ commentId, userId })
      .onConflictDoNothing()
      .returning({ id: politicianCommentLikes.id })
    const [counted] = await tx
      .update(politicianComments)
      .set({ likeCount: sql`${politicianComments.likeCount} + ${added ? 1 : 0}` })
      .where(eq(politicianComments.id, commentId))
      .returning({ count: politicianComments.likeCount })
    const [own] = added
      ? [added]
      : await tx
          .select({ id: politicianCommentLikes.id })
          .from(politicianCommentLikes)
          .where(and(eq(politicianCommentLikes.commentId, commentId), eq(politicianCommentLikes.userId, userId)))
    return { id: own?.id ?? 0, comment: commentId, like_count: counted?.count ?? 0 }
  })
  changed(db, '/api/comments/')
  return like
}

/** Removes the caller's own like; a like that does not exist is not an error. */
export async function unlikeComment(
  db: Db,
  { likeId, userId }: { likeId: number; userId: number },
): Promise<{ removed: boolean }> {
  const removed = await db.transaction(async (tx) => {
    const ownLike = and(eq(politicianCommentLikes.id, likeId), eq(politicianCommentLikes.userId, userId))
    const liked = tx.select({ id: politicianCommentLikes.commentId }).from(politicianCommentLikes).where(ownLike)
    if (!(await lockComment(tx, inArray(politicianComments.id, liked)))) return false
    const [deleted] = await tx
      .delete(politicianCommentLikes)
      .where(ownLike)
      .returning({ commentId: politicianCommentLikes.commentId })
    if (!deleted) return false
    await tx
      .update(politicianComments)
      .set({ likeCount: sql`${politicianComments.likeCount} - 1` })
      .where(eq(politicianComments.id, deleted.commentId))
    return true
  })
  if (removed) changed(db, '/api/comments/')
  return { removed }
}

/** Locks the comment before its likes, so that concurrent likes and unlikes wait instead of deadlocking. */
async function lockComment(tx: Db, which: SQL) {
  const [comment] = await tx
    .select({ deletedAt: politicianComments.deletedAt, removedAt: politicianComments.removedAt })
    .from(politicianComments)
    .where(which)
    .for('no key update')
  return comment
}

function refuse(message: string): never {
  throw new ApiError(400, 'invalid', message, { fields: { text: [message] } })
}
