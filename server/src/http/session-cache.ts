import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { BatchReader } from '#db/batch-reader.ts'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import { prepareStatement } from '#db/statement.ts'
import { publishInvalidation } from '#live/invalidations.ts'

interface Session {
  sid: string
  userId: number
}

const findLive = prepareStatement<{ id: string; user_id: number }>(
  'live_sessions',
  sql`select id, user_id from ${sessions}
    where id = any(${sql.placeholder('ids')}::uuid[]) and revoked_at is null and expires_at > now()`,
)

async function areLive(db: Db, asked: readonly Session[]): Promise<boolean[]> {
  const rows = await findLive(db, { ids: asked.map(({ sid }) => sid) })
  const live = new Set(rows.map((row) => `${row.id} ${row.user_id}`))
  return asked.map(({ sid, userId }) => live.has(`${sid} ${userId}`))
}

const endedPath = /^\/auth\/api\/sessions\/(\d+)\/$/

/**
 * Checks whether the session of an access token is still active, and caches the result for ten seconds. A revoked session
 * ends immediately on the server that revoked it. The others hear of it within a second, or else check again in ten.
 */
export class SessionCache {
  readonly #db: Db
  readonly #reader: BatchReader<Session, boolean>
  readonly #known = new LRUCache<string, Promise<boolean>>({ max: 50_000, ttl: 10_000 })

  constructor(db: Db) {
    this.#db = db
    this.#reader = new BatchReader((asked) => areLive(db, asked))
  }

  /** Concurrent calls share queries. */
  has(sid: string, userId: number): Promise<boolean> {
    const key = `${sid} ${userId}`
    const found = this.#known.get(key)
    if (found) return found
    const live = this.#reader.load({ sid, userId })
    this.#known.set(key, live)
    // A later look-up may have taken the place of the failed one.
    live.catch(() => this.#known.peek(key) === live && this.#known.delete(key))
    return live
  }

  /** Call it after sessions of a user have been revoked. */
  end(userId: number): void {
    this.#forget(userId)
    publishInvalidation(this.#db, `/auth/api/sessions/${userId}/`)
  }

  /** Follows an invalidation by any server. */
  invalidate(path: string): void {
    const [, userId] = endedPath.exec(path) ?? []
    if (userId !== undefined) this.#forget(Number(userId))
    else if ('/auth/api/'.startsWith(path)) this.#known.clear()
  }

  #forget(userId: number): void {
    for (const key of this.#known.keys()) if (key.endsWith(` ${userId}`)) this.#known.delete(key)
  }
}
