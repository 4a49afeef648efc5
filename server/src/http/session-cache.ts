import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'

const rememberedMilliseconds = 10_000
const maxRemembered = 50_000

/**
 * Checks whether the session of an access token is still active, and caches the result for ten seconds. A revoked session
 * ends immediately on the server that revoked it, and within ten seconds on the others.
 */
export class SessionCache {
  readonly #db: Db
  #known = new Map<string, { live: Promise<boolean>; until: number }>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Concurrent calls for one session share one query. */
  has(sid: string, userId: number): Promise<boolean> {
    const key = `${sid} ${userId}`
    // Keep this map: if `invalidate` replaces it during the query, a stale result must not enter the new map.
    const known = this.#known
    const found = known.get(key)
    if (found && found.until > performance.now()) return found.live
    const live = this.#ask(sid, userId)
    if (known.size >= maxRemembered) known.clear()
    known.set(key, { live, until: performance.now() + rememberedMilliseconds })
    void live.catch(() => known.delete(key))
    return live
  }

  async #ask(sid: string, userId: number): Promise<boolean> {
    const [row] = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          eq(sessions.id, sid),
          eq(sessions.userId, userId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, sql`now()`),
        ),
      )
    return row !== undefined
  }

  /** Drops all cached results. Call it after sessions have been revoked. */
  invalidate(): void {
    this.#known = new Map()
  }
}
