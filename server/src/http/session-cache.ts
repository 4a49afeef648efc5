import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { BatchReader } from '#db/batch-reader.ts'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import { prepareStatement } from '#db/statement.ts'

const rememberSessions = () => new LRUCache<string, Promise<boolean>>({ max: 50_000, ttl: 10_000 })

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

/**
 * Checks whether the session of an access token is still active, and caches the result for ten seconds. A revoked session
 * ends immediately on the server that revoked it, and within ten seconds on the others.
 */
export class SessionCache {
  readonly #reader: BatchReader<Session, boolean>
  #known = rememberSessions()

  constructor(db: Db) {
    this.#reader = new BatchReader((asked) => areLive(db, asked))
  }

  /** Concurrent calls share queries. */
  has(sid: string, userId: number): Promise<boolean> {
    const key = `${sid} ${userId}`
    // Keep this map: if `invalidate` replaces it during the query, a stale result must not enter the new map.
    const known = this.#known
    const found = known.get(key)
    if (found) return found
    const live = this.#reader.load({ sid, userId })
    known.set(key, live)
    void live.catch(() => known.delete(key))
    return live
  }

  /** Drops all cached results. Call it after sessions have been revoked. */
  invalidate(): void {
    this.#known = rememberSessions()
  }
}
