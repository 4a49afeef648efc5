import { writtenOf } from '@wtpu/contract/schemas'
import { displayName } from '@wtpu/contract/accounts/names'
import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { isNotMuted } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { parentColumn, type Parent } from '#writing/content.ts'

/** A comment as its viewer sees it. Features map it to their wire shape. */
export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

interface ListRequest {
  on: Parent
  viewerId: number
  cursor?: string
  limit?: number
}

/** Newest first. Without page parameters, the newest 100 as an array. */
export async function listComments<Comment>(
  db: Db,
  { on, viewerId, cursor, limit: requestedLimit }: ListRequest,
  toWire: (row: CommentRow) => Comment,
): Promise<Comment[] | { results: Comment[]; next: string | null }> {
  const paged = requestedLimit !== undefined || cursor !== undefined
  const limit = requestedLimit ?? (paged ? 20 : 100)
  const after = decodeCursor(cursor, ['integer'])
  const rows = await selectComments(
    db,
    viewerId,
    and(
      eq(parentColumn(on.kind), on.id),
      isNotMuted(viewerId, sql`${comments.userId}`),
      after && lt(comments.id, after[0]),
    ),
  ).limit(limit + 1)
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.id]))
  const results = page.map(toWire)
  return paged ? { results, next } : results
}

/** @throws ApiError 404 if the comment was deleted in the meantime */
export async function findComment(db: Db, id: number, viewerId: number): Promise<CommentRow> {
  const [row] = await selectComments(db, viewerId, eq(comments.id, id))
  if (!row) throw notFound('Comment')
  return row
}

/** Selects visible comments with their author and the viewer's reaction in one query. */
function selectComments(db: Db, viewerId: number, where: SQL | undefined) {
  return db
    .select({
      id: comments.id,
      /** The id of the official or post. */
      parentId: sql<number>`coalesce(${comments.politicianId}, ${comments.postId})`,
      user: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      avatar: users.avatar,
      text: comments.text,
      ...writtenOf(comments),
      createdAt: isoTime(comments.createdAt),
      likeCount: comments.likeCount,
      /** The viewer's like. */
      likeId: reactions.id,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .leftJoin(reactions, and(eq(reactions.commentId, comments.id), eq(reactions.userId, viewerId)))
    .where(and(where, comments.isVisible))
    .orderBy(desc(comments.id))
    .$dynamic()
}

/** The part of the wire shape that all comments share. A deleted account has no name and is shown as Anonymous. */
export function toSharedWire(row: CommentRow) {
  const { id, user, firstName, lastName, username, avatar, text, createdAt } = row
  return {
    id,
    user,
    user_name: displayName({ first_name: firstName, last_name: lastName, username }),
    user_avatar: avatar,
    text,
    ...writtenOf(row),
    created_at: createdAt,
  }
}
