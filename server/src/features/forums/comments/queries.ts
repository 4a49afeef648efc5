import type { ForumComment } from '@wtpu/contract/forums/comments'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { contentNames } from '#community/content.ts'
import type { Db } from '#db/client.ts'
import { comments, reactions, revisions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { hasSlot, isVisible, isVisibleComment } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { selectForumComments } from './rows.ts'

/** A visible comment without its replies. @throws ApiError 404 if it was deleted in the meantime */
export async function findForumComment(db: Db, id: number): Promise<ForumComment> {
  const [comment] = await selectForumComments(db, and(eq(comments.id, id), comments.isVisible))
  if (!comment) throw notFound(contentNames.comment)
  return comment
}

/** The comments from the top level to this one. @throws ApiError 404 */
export async function findAncestors(db: Db, id: number): Promise<ForumComment[]> {
  const [comment] = await db
    .select({ path: comments.path })
    .from(comments)
    .innerJoin(discussions, eq(discussions.id, comments.discussionId))
    .where(and(eq(comments.id, id), hasSlot(), isVisible('discussions')))
  if (!comment) throw notFound(contentNames.comment)
  // Ids grow from each comment to its replies.
  return selectForumComments(db, sql`${comments.id} = any(${sql.param([...comment.path, id])}::int[])`)
}

/** The viewer's reactions to these comments. */
export async function findReactions(db: Db, { ids, userId }: { ids: string; userId: number }) {
  const wanted = [...new Set(ids.split(',').map(Number))].filter((id) => id <= 2_147_483_647)
  const rows = await db
    .select({ comment: sql<number>`${reactions.commentId}`, value: sql<1 | -1>`${reactions.value}` })
    .from(reactions)
    .where(
      and(
        isNotNull(reactions.commentId),
        sql`${reactions.commentId} = any(${sql.param(wanted)}::int[])`,
        eq(reactions.userId, userId),
      ),
    )
  return rows
}

const maxRevisions = 100

/** The earlier texts of a visible comment, newest first. @throws ApiError 404 */
export async function findCommentRevisions(db: Db, id: number): Promise<{ text: string; created_at: string }[]> {
  const rows = await db
    .select({ text: revisions.text, created_at: sql<string>`to_json(${revisions.writtenAt})#>>'{}'` })
    .from(comments)
    .leftJoin(revisions, eq(revisions.commentId, comments.id))
    .where(and(eq(comments.id, id), isNotNull(comments.discussionId), isVisibleComment()))
    .orderBy(desc(revisions.id))
    .limit(maxRevisions)
  if (rows.length === 0) throw notFound(contentNames.comment)
  return rows.flatMap(({ text, created_at }) => (text === null ? [] : [{ text, created_at }]))
}
