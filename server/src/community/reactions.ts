import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { announceChange, contentNames, lockSubject, type Parent, type Subject } from './content.ts'

interface Reaction {
  to: Subject
  userId: number
}

type Value = 1 | -1

/**
 * Likes or dislikes; a repeated reaction is taken back, and the opposite one replaces it (decision 92). Only comments on discussions
 * can be disliked. The lock on the subject serializes concurrent calls.
 */
export async function toggleReaction(
  db: Db,
  { to, userId, value }: Reaction & { value: Value },
): Promise<{ value: Value | 0; likeCount: number; dislikeCount: number; on: Parent }> {
  if (value === -1 && !(to.kind === 'comment' && to.on === 'discussion')) {
    throw new ApiError(400, 'invalid', 'Only comments on discussions can be disliked.')
  }
  const outcome = await db.transaction(async (tx) => {
    const on = await lockShown(tx, to)
    const before = await findOwn(tx, { to, userId })
    const after: Value | 0 = before === value ? 0 : value
    const own = isOwn({ to, userId })
    if (after === 0) await tx.delete(reactions).where(own)
    else if (before === 0) await tx.insert(reactions).values({ ...subjectOf(to), userId, value })
    else await tx.update(reactions).set({ value }).where(own)
    return { value: after, ...(await countReactions(tx, to, before, after)), on }
  })
  announceChange(db, outcome.on)
  return outcome
}

/** The user's reaction, 0 for none. @throws ApiError 401 if the account may not act */
async function findOwn(tx: Db, { to, userId }: Reaction): Promise<Value | 0> {
  const [person] = await tx
    .select({ value: reactions.value })
    .from(users)
    .leftJoin(reactions, isOwn({ to, userId }))
    .where(isActiveAccount(userId))
  if (!person) throw noAccount()
  return person.value === null ? 0 : person.value > 0 ? 1 : -1
}

async function countReactions(tx: Db, to: Subject, before: Value | 0, after: Value | 0) {
  const step = (value: Value) => Number(after === value) - Number(before === value)
  if (to.kind !== 'comment') return { likeCount: await countLikes(tx, to, step(1)), dislikeCount: 0 }
  const [counted] = await tx
    .update(comments)
    .set({
      likeCount: sql`${comments.likeCount} + ${step(1)}`,
      dislikeCount: sql`${comments.dislikeCount} + ${step(-1)}`,
    })
    .where(eq(comments.id, to.id))
    .returning({ likeCount: comments.likeCount, dislikeCount: comments.dislikeCount })
  return counted ?? { likeCount: 0, dislikeCount: 0 }
}

/** One reaction per person (decision 74). Liking twice returns the existing like. */
export async function react(
  db: Db,
  { to, userId, value }: Reaction & { value: 1 },
): Promise<{ id: number; likeCount: number }> {
  const {
    on,
    added: isNew,
    ...like
  } = await db.transaction(async (tx) => {
    const parent = await lockShown(tx, to)
    const [person] = await tx.select({ id: users.id }).from(users).where(isActiveAccount(userId))
    if (!person) throw noAccount()
    const [added] = await tx
      .insert(reactions)
      .values({ ...subjectOf(to), userId, value })
      .onConflictDoNothing()
      .returning({ id: reactions.id })
    const likeCount = await countLikes(tx, to, added ? 1 : 0)
    const [own] = added ? [added] : await tx.select({ id: reactions.id }).from(reactions).where(isOwn({ to, userId }))
    return { on: parent, added: added !== undefined, id: own?.id ?? 0, likeCount }
  })
  if (isNew) announceChange(db, on)
  return like
}

/** Removes the user's own reaction, if there is one. With `id`, only if it is still that one. */
export async function removeReaction(
  db: Db,
  { to, userId, id }: Reaction & { id?: number },
): Promise<{ removed: boolean; likeCount: number }> {
  const { on, ...outcome } = await db.transaction(async (tx) => {
    const parent = await lockShown(tx, to)
    const removed = await tx
      .delete(reactions)
      .where(and(isOwn({ to, userId }), id === undefined ? undefined : eq(reactions.id, id)))
      .returning({ id: reactions.id })
    return { on: parent, removed: removed.length > 0, likeCount: await countLikes(tx, to, removed.length > 0 ? -1 : 0) }
  })
  if (outcome.removed) announceChange(db, on)
  return outcome
}

async function lockShown(tx: Db, to: Subject): Promise<Parent> {
  const on = await lockSubject(tx, to)
  if (!on) throw notFound(contentNames[to.kind])
  return on
}

const columns = { post: reactions.postId, discussion: reactions.discussionId, comment: reactions.commentId }
const tables = { post: posts, discussion: discussions, comment: comments }

function subjectOf({ kind, id }: Subject) {
  return { [`${kind}Id` as const]: id }
}

function isOwn({ to, userId }: Reaction) {
  return and(eq(columns[to.kind], to.id), eq(reactions.userId, userId))
}

async function countLikes(tx: Db, { kind, id }: Subject, step: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    update ${tables[kind]} set like_count = like_count + ${step}::int where id = ${id} returning like_count as count`)
  return rows[0]?.count ?? 0
}

function noAccount(): ApiError {
  return new ApiError(401, 'not_signed_in', 'This account no longer exists.')
}
