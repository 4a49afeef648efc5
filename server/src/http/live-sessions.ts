import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'

const rememberedMilliseconds = 10_000
const maxRemembered = 50_000

/**
 * Whether the session behind an access token still stands. What the database said is remembered for ten seconds: a session
 * that ends dies at once on the server that ended it, and within ten seconds on every other.
 */
export class LiveSessions {
  readonly #db: Db
  #known = new Map<string, { live: Promise<boolean>; until: number }>()

  constructor(db: Db) {
    this.#db = db
  }

  /** However many requests of one session arrive at once, the database is asked once. */
  has(sid: string, userId: number): Promise<boolean> {
    const key = `${sid} ${userId}`
    // An answer that was under way when sessions ended stays in the map that `forget` has replaced.
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

  /** Call when sessions ended: every session is looked up again. */
  forget(): void {
    this.#known = new Map()
  }
}
