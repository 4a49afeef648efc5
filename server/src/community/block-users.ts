import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { blocking, isBlocked } from '#db/visibility.ts'
import { endSessions } from '#http/session-cache.ts'
import { publishInvalidation } from '#live/invalidations.ts'
import { invalidatePostsOf } from './delete-posts.ts'

/**
 * Blocks an account, which ends its sessions, prevents new ones and hides its profile and posts, or allows it again.
 * @returns false if nothing changed
 */
export async function setBlocked(tx: Db, userId: number, blocked: boolean): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set(blocking(blocked))
    .where(and(eq(users.id, userId), sql`${isBlocked()} <> ${blocked}`))
    .returning({ id: users.id })
  if (blocked && changed.length > 0) await endSessions(tx, userId)
  return changed.length > 0
}

/** Call it after the commit of `setBlocked`. */
export async function invalidateBlocked(db: Db, userId: number): Promise<void> {
  // Servers cache sessions for a few seconds, so they must be notified.
  publishInvalidation(db, '/auth/api/')
  await invalidatePostsOf(db, userId)
  // The discussions of the user may be in any list.
  publishInvalidation(db, '/api/forums/')
}
