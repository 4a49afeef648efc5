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
  #known = new Map<string, { live: boolean; until: number }>()

  constructor(db: Db) {
    this.#db = db
  }

  async has(sid: string, userId: number): Promise<boolean> {
    const key = `${sid} ${userId}`
    const asked = this.#known
    const known = asked.get(key)
    if (known && known.until > performance.now()) return known.live
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
    if (asked.size >= maxRemembered) asked.clear()
    // Into the memory that was there when we asked: what the database said before sessions ended is forgotten with it.
    asked.set(key, { live: row !== undefined, until: performance.now() + rememberedMilliseconds })
    return row !== undefined
  }

  /** Sessions ended: ask again about all of them. */
  forget(): void {
    this.#known = new Map()
  }
}
