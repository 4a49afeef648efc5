import { forumCommentMaxLength } from '@wtpu/contract/forums/comments'
import { and, eq, sql } from 'drizzle-orm'
import { toCommentText } from '#community/comment-text.ts'
import { hideByStaff, locateComment } from '#community/comments.ts'
import { invalidateContent, contentNames, type Parent } from '#community/content.ts'
import { requireModerator, toReason } from '#community/moderators.ts'
import { lockOpenDiscussion } from '#community/threads.ts'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { accountGone, notFound } from '#http/errors.ts'

type OnDiscussion = Parent & { kind: 'discussion' }

interface Edit {
  commentId: number
  userId: number
  text: string
}

/** Replaces the text of the author's own comment and keeps the earlier one as a revision. An edit that changes nothing leaves no trace. */
export async function editForumComment(db: Db, { commentId, userId, text: rawText }: Edit): Promise<OnDiscussion> {
  const text = toCommentText(rawText, { on: 'discussion', maxLength: forumCommentMaxLength })
  const { on, isChanged } = await db.transaction(async (tx) => {
    const discussion = await locateOnDiscussion(tx, commentId, userId)
    await lockOpenDiscussion(tx, discussion.id)
    return { on: discussion, isChanged: await replaceText(tx, { commentId, userId, text }) }
  })
  if (isChanged) invalidateContent(db, on)
  return on
}

async function replaceText(tx: Db, { commentId, userId, text }: Edit): Promise<boolean> {
  const [before] = await tx
    .select({
      text: comments.text,
      writtenAt: sql<string>`coalesce(${comments.editedAt}, ${comments.createdAt})::text`,
    })
    .from(comments)
    .where(and(eq(comments.id, commentId), comments.isVisible))
    .for('no key update')
  if (!before) throw notFound(contentNames.comment)
  if (before.text === text) return false
  const edited = await tx
    .update(comments)
    .set({ text, editedAt: sql`clock_timestamp()` })
    .where(and(eq(comments.id, commentId), sql`exists (select 1 from ${users} where ${isActiveAccount(userId)})`))
    .returning({ id: comments.id })
  if (edited.length === 0) throw accountGone()
  await tx.insert(revisions).values({ commentId, text: before.text, writtenAt: sql`${before.writtenAt}::timestamptz` })
  return true
}

/** For moderators. Returns `removed: false` if it was already removed or deleted. @throws ApiError 404 */
export async function removeForumComment(
  db: Db,
  { commentId, userId, reason }: { commentId: number; userId: number; reason: string },
): Promise<{ removed: boolean; on: OnDiscussion }> {
  const outcome = await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, userId, toReason(reason))
    const on = await locateOnDiscussion(tx, commentId)
    return { removed: await hideByStaff(tx, commentId, on, decision), on }
  })
  if (outcome.removed) invalidateContent(db, outcome.on)
  return outcome
}

/** The discussion of a comment. @throws ApiError 404 if there is none, or if `authorId` is not the comment's author */
export async function locateOnDiscussion(tx: Db, commentId: number, authorId?: number): Promise<OnDiscussion> {
  const comment = await locateComment(tx, commentId)
  const isOthers = authorId !== undefined && comment?.userId !== authorId
  if (comment?.on.kind !== 'discussion' || isOthers) throw notFound(contentNames.comment)
  return { kind: 'discussion', id: comment.on.id }
}
