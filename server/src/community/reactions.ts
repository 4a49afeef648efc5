import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { announceChange, contentNames, lockSubject, type Parent, type Subject } from './content.ts'

interface Reaction {
  to: Subject
  userId: number
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
    if (!person) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
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

function subjectOf({ kind, id }: Subject) {
  return kind === 'post' ? { postId: id } : { commentId: id }
}

function isOwn({ to, userId }: Reaction) {
  const subject = to.kind === 'post' ? reactions.postId : reactions.commentId
  return and(eq(subject, to.id), eq(reactions.userId, userId))
}

async function countLikes(tx: Db, { kind, id }: Subject, step: 1 | 0 | -1): Promise<number> {
  const table = kind === 'post' ? posts : comments
  const { rows } = await tx.execute<{ count: number }>(sql`
    update ${table} set like_count = like_count + ${step}::int where id = ${id} returning like_count as count`)
  return rows[0]?.count ?? 0
}
