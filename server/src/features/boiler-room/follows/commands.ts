import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { isUser } from './queries.ts'

/**
 * Follows, or stops to. Both people's rows are locked first, in the order of their ids: two clicks, and two people who
 * follow each other at once, come one after the other.
 */
export function toggleFollow(
  db: Db,
  { userId, wanted }: { userId: number; wanted: string },
): Promise<{ following: boolean; followers_count: number }> {
  return db.transaction(async (tx) => {
    const [other] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isUser(wanted), isNull(users.deletedAt)))
    if (!other) throw notFound('User')
    if (other.id === userId) throw new ApiError(400, 'follow_oneself', 'You cannot follow yourself.')
    const both = await tx
      .select({ id: users.id, deletedAt: users.deletedAt })
      .from(users)
      .where(inArray(users.id, [userId, other.id]))
      .orderBy(users.id)
      .for('update')
    // Deleted while we waited.
    if (both.some((one) => one.deletedAt)) throw notFound('User')
    const removed = await tx
      .delete(follows)
      .where(and(eq(follows.followerId, userId), eq(follows.followedId, other.id)))
      .returning({ followedId: follows.followedId })
    const following = removed.length === 0
    if (following) await tx.insert(follows).values({ followerId: userId, followedId: other.id })
    const step = following ? 1 : -1
    await tx
      .update(users)
      .set({ followingCount: sql`${users.followingCount} + ${step}` })
      .where(eq(users.id, userId))
    const [followed] = await tx
      .update(users)
      .set({ followersCount: sql`${users.followersCount} + ${step}` })
      .where(eq(users.id, other.id))
      .returning({ count: users.followersCount })
    return { following, followers_count: followed?.count ?? 0 }
  })
}
