import { displayName } from '@wtpu/contract/people'
import type { PoliticianComment } from '@wtpu/contract/politicians'
import { and, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianCommentLikes, politicianComments } from '#db/schema/politicians.ts'
import { slicePage, decodeCursor, encodeCursor } from '#http/cursor.ts'

interface WallRequest {
  politician: number
  viewerId: number
  cursor?: string
  limit?: number
}

/** Newest first. Without page parameters, the newest 100 as an array. */
export async function findComments(
  db: Db,
  { politician, viewerId, cursor, limit: requestedLimit }: WallRequest,
): Promise<PoliticianComment[] | { results: PoliticianComment[]; next: string | null }> {
  const paged = requestedLimit !== undefined || cursor !== undefined
  const limit = requestedLimit ?? (paged ? 20 : 100)
  const after = decodeCursor(cursor, ['integer'])
  const rows = await selectComments(
    db,
    viewerId,
    and(eq(politicianComments.politicianId, politician), after && lt(politicianComments.id, after[0])),
  ).limit(limit + 1)
  const { page, next } = slicePage(rows.map(toWire), limit, (row) => encodeCursor([row.id]))
  return paged ? { results: page, next } : page
}

export async function findComment(db: Db, id: number, viewerId: number): Promise<PoliticianComment | undefined> {
  const [row] = await selectComments(db, viewerId, eq(politicianComments.id, id))
  return row && toWire(row)
}

/** Selects comments with their author and the viewer's like in one query. */
function selectComments(db: Db, viewerId: number, where: SQL | undefined) {
  return db
    .select({
      id: politicianComments.id,
      politician: politicianComments.politicianId,
      user: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      username: users.username,
      user_avatar: users.avatar,
      text: politicianComments.text,
      created_at: sql<string>`to_json(${politicianComments.createdAt})#>>'{}'`,
      like_id: politicianCommentLikes.id,
      like_count: politicianComments.likeCount,
    })
    .from(politicianComments)
    .innerJoin(users, eq(users.id, politicianComments.userId))
    .leftJoin(
      politicianCommentLikes,
      and(eq(politicianCommentLikes.commentId, politicianComments.id), eq(politicianCommentLikes.userId, viewerId)),
    )
    .where(and(where, isNull(politicianComments.deletedAt), isNull(politicianComments.removedAt)))
    .orderBy(desc(politicianComments.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectComments>>[number]

/** A deleted account has no name, which `displayName` shows as Anonymous. */
function toWire({ first_name, last_name, username, ...comment }: Row): PoliticianComment {
  return { ...comment, user_name: displayName({ first_name, last_name, username }) }
}
