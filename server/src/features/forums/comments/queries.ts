import { kinds } from '@wtpu/contract/writing/kinds'
import { nothingWritten } from '#db/schema/columns.ts'
import { writtenOf } from '@wtpu/contract/schemas'
import type { ForumComment } from '@wtpu/contract/forums/comments'
import { displayName } from '@wtpu/contract/accounts/names'
import { isOn } from '@wtpu/contract/site/parts'
import { and, eq, sql, type SQL, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { commentState, hasSlot, isVisible } from '#db/visibility.ts'
import { discussions } from '#db/schema/forums.ts'
import { notFound } from '#http/errors.ts'

/**
 * Comments with their authors, oldest first, each without its replies. Comments of muted people keep their place, without text:
 * the replies to them are of others.
 */
export async function selectForumComments(db: Db, muterId: number, where: SQL | undefined): Promise<ForumComment[]> {
  const rows = await db
    .select({
      id: comments.id,
      discussion: sql<number>`${comments.discussionId}`,
      parent: comments.parentId,
      depth: comments.depth,
      state: commentState(muterId),
      content: comments.text,
      ...writtenOf(comments),
      created_at: isoTime(comments.createdAt),
      edited_at: isoTimeOrNull(comments.editedAt),
      like_count: comments.likeCount,
      dislike_count: comments.dislikeCount,
      reply_count: comments.replyCount,
      isPinned: sql<boolean>`${comments.pinnedAt} is not null`,
      isModerator: sql<boolean>`${users.role} <> 'user'`,
      valued_across_groups: isOn('common-ground') ? comments.valuedAcrossGroups : sql<boolean>`false`,
      author: { id: users.id, first_name: users.firstName, last_name: users.lastName },
      username: users.username,
      avatar: users.avatar,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(and(where, hasSlot()))
    .orderBy(comments.id)
  return rows.map(({ author: user, username, avatar, ...row }) => {
    if (row.state !== 'shown') return toTombstone(row)
    // A deleted account has no name and is shown as Anonymous.
    const name = displayName({ ...user, username })
    const author = { id: user.id, name, avatar, username: username ?? '' }
    return { ...row, user: user.id, user_name: name, user_avatar: avatar, author, replies: [] }
  })
}

/** A placeholder above the replies of a hidden comment: without its text and anything about its author. */
function toTombstone(
  row: Omit<ForumComment, 'user' | 'user_name' | 'user_avatar' | 'author' | 'replies'>,
): ForumComment {
  const hidden = {
    content: '',
    ...nothingWritten,
    edited_at: null,
    like_count: 0,
    dislike_count: 0,
    isPinned: false,
    isModerator: false,
    valued_across_groups: false,
  }
  return { ...row, ...hidden, user: null, user_name: '', user_avatar: null, author: null, replies: [] }
}

/** A visible comment without its replies. @throws ApiError 404 if it was deleted in the meantime */
export async function findForumComment(db: Db, id: number): Promise<ForumComment> {
  const [comment] = await selectForumComments(db, 0, and(eq(comments.id, id), comments.isVisible))
  if (!comment) throw notFound(kinds.comment.name)
  return comment
}

/** The comments from the top level to this one. @throws ApiError 404 */
export async function findAncestors(db: Db, id: number, muterId: number): Promise<ForumComment[]> {
  const [comment] = await db
    .select({ path: comments.path })
    .from(comments)
    .innerJoin(discussions, eq(discussions.id, comments.discussionId))
    .where(and(eq(comments.id, id), hasSlot(), isVisible('discussions')))
  if (!comment) throw notFound(kinds.comment.name)
  // Ids grow from each comment to its replies.
  return selectForumComments(db, muterId, sql`${comments.id} = any(${sql.param([...comment.path, id])}::int[])`)
}

/** The viewer's reactions to these comments. */
export function findReactions(db: Db, { ids, userId }: { ids: string; userId: number }) {
  const wanted = [...new Set(ids.split(',').map(Number))].filter((id) => id <= 2_147_483_647)
  return db
    .select({ comment: sql<number>`${reactions.commentId}`, value: sql<1 | -1>`${reactions.value}` })
    .from(reactions)
    .where(
      and(
        isNotNull(reactions.commentId),
        sql`${reactions.commentId} = any(${sql.param(wanted)}::int[])`,
        eq(reactions.userId, userId),
      ),
    )
}
