import { commentMaxLength, type PoliticianComment } from '@wtpu/contract/politicians'
import { and, eq } from 'drizzle-orm'
import * as community from '#community/comments.ts'
import { findComment } from '#community/list-comments.ts'
import { react, removeReaction } from '#community/reactions.ts'
import type { Db } from '#db/client.ts'
import { reactions } from '#db/schema/community.ts'
import { toPoliticianComment } from './queries.ts'

interface NewComment {
  politicianId: number
  userId: number
  confirmedOnly: boolean
  text: string
  requestKey?: string
}

export async function createComment(
  db: Db,
  { politicianId, userId, ...comment }: NewComment,
): Promise<PoliticianComment> {
  const on = { kind: 'politician', id: politicianId } as const
  const { id } = await community.createComment(db, { on, userId, ...comment, maxLength: commentMaxLength })
  return toPoliticianComment(await findComment(db, id, userId))
}

/** One like per user and comment. Liking twice returns the existing like. */
export async function likeComment(
  db: Db,
  { commentId, userId }: { commentId: number; userId: number },
): Promise<{ id: number; comment: number; like_count: number }> {
  const { id, likeCount } = await react(db, { to: wallComment(commentId), userId, value: 1 })
  return { id, comment: commentId, like_count: likeCount }
}

/** Removes the caller's own like; a like that does not exist is not an error. */
export async function unlikeComment(
  db: Db,
  { likeId, userId }: { likeId: number; userId: number },
): Promise<{ removed: boolean }> {
  const [like] = await db
    .select({ commentId: reactions.commentId })
    .from(reactions)
    .where(and(eq(reactions.id, likeId), eq(reactions.userId, userId)))
  if (!like?.commentId) return { removed: false }
  const { removed } = await removeReaction(db, { to: wallComment(like.commentId), userId, id: likeId })
  return { removed }
}

function wallComment(id: number) {
  return { kind: 'comment', id, on: 'politician' } as const
}
