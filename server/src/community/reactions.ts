import { commentsOn } from '@wtpu/contract/writing/kinds'
import type { Db } from '#db/client.ts'
import { participationError } from '#http/auth.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { nameOfContent, type Place, publishReaction, type Subject } from '#writing/content.ts'
import { type Outcome, reactionWriter, type ReactionWrite, type Value } from './reaction-writer.ts'

interface Reaction {
  to: Subject
  userId: number
}

/**
 * Likes or dislikes; a repeated reaction is taken back, and the opposite one replaces it. Only comments on discussions
 * can be disliked. The lock on the subject serializes concurrent calls.
 */
export async function toggleReaction(
  db: Db,
  { to, userId, value }: Reaction & { value: Value },
): Promise<{ value: Value | 0; likeCount: number; dislikeCount: number }> {
  if (value === -1 && !(to.kind === 'comment' && commentsOn[to.on].dislikes)) {
    throw new ApiError('invalid', { detail: 'Only comments on discussions can be disliked.' })
  }
  const { after, likeCount, dislikeCount } = await write(db, {
    to,
    userId,
    change: (own) => (own.value === value ? 0 : value),
  })
  return { value: after, likeCount, dislikeCount }
}

/** One reaction per user. Liking twice returns the existing like. */
export async function react(
  db: Db,
  { to, userId, value }: Reaction & { value: 1 },
): Promise<{ id: number; likeCount: number }> {
  const { id, likeCount } = await write(db, { to, userId, change: (own) => (own.value === 0 ? value : own.value) })
  return { id, likeCount }
}

/** Removes the user's own reaction, if there is one. With `id`, only if it is still that one. */
export async function removeReaction(
  db: Db,
  { to, userId, id }: Reaction & { id?: number },
): Promise<{ removed: boolean; likeCount: number }> {
  const { before, after, likeCount } = await write(db, {
    to,
    userId,
    change: (own) => (id === undefined || id === own.id ? 0 : own.value),
  })
  return { removed: before !== after, likeCount }
}

/** @throws ApiError 404 or 401 */
async function write(db: Db, reaction: ReactionWrite): Promise<Outcome & { on: Place }> {
  const { on, ...outcome } = await reactionWriter.enqueue(db, reaction)
  if (!on) throw notFound(nameOfContent(reaction.to.kind))
  if (!outcome.isActive) throw await participationError(db, reaction.userId)
  if (outcome.isBlocked) throw new ApiError('blocked_by_person')
  if (outcome.before !== outcome.after) publishReaction(db, on, reaction.to)
  return { ...outcome, on }
}
