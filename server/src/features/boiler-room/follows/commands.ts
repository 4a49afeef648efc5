import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockFollowsOf, lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { isUser } from './queries.ts'

/** Follows or unfollows. Concurrent calls about the same two people run one after the other. */
export function toggleFollow(
  db: Db,
  { userId, wanted }: { userId: number; wanted: string },
): Promise<{ following: boolean; followers_count: number }> {
  return db.transaction(async (tx) => {
    const [other] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isUser(wanted), users.isActive))
    if (!other) throw notFound('User')
    if (other.id === userId) throw new ApiError('follow_oneself')
    await lockFollowsOf(tx, [userId, other.id])
    const both = await lockPeople(tx, [userId, other.id])
    // Deleted or blocked while this call waited for the locks.
    if (!both.every((one) => one.active)) throw notFound('User')
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
