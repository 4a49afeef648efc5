import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { BatchReader } from '#db/batch-reader.ts'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { prepareStatement } from '#db/statement.ts'
import { publishInvalidation } from '#live/invalidations.ts'

/** Ends all sessions of a user, or all but `except`. Returns their number. */
export async function endSessions(tx: Db, userId: number, except?: string): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

interface Session {
  sid: string
  userId: number
}

/** An open session. */
interface LiveSession {
  /** The end of the user's suspension, in milliseconds of `Date.now()`. 0 without one. */
  suspendedUntil: number
  /** Has muted or blocked somebody. */
  mutes: boolean
}

const findLive = prepareStatement<{ id: string; user_id: number; suspended: number; mutes: boolean }>(
  'live_sessions',
  sql`select s.id, s.user_id, coalesce(extract(epoch from u.suspended_until - now()), 0)::float8 as suspended,
      (select true from ${mutesAndBlocks} muted where muted.user_id = s.user_id order by muted.other_id limit 1)
        is not null as mutes
    from ${sessions} s join ${users} u on u.id = s.user_id
    where s.id = any(${sql.placeholder('ids')}::uuid[]) and s.revoked_at is null and s.expires_at > now()`,
)

async function loadLive(db: Db, asked: readonly Session[]): Promise<(LiveSession | null)[]> {
  const rows = await findLive(db, { ids: asked.map(({ sid }) => sid) })
  const live = new Map(
    rows.map((row) => [
      `${row.id} ${row.user_id}`,
      { suspendedUntil: row.suspended > 0 ? Date.now() + row.suspended * 1_000 : 0, mutes: row.mutes },
    ]),
  )
  return asked.map(({ sid, userId }) => live.get(`${sid} ${userId}`) ?? null)
}

const endedPath = /^\/auth\/api\/sessions\/(\d+)\/$/

/**
 * Checks whether the session of an access token is still active, and caches the result for ten seconds. A revoked session
 * ends immediately on the server that revoked it. The others hear of it within a second, or else check again in ten.
 */
export class SessionCache {
  readonly #db: Db
  readonly #reader: BatchReader<Session, LiveSession | null>
  readonly #known = new LRUCache<string, Promise<LiveSession | null>>({ max: 50_000, ttl: 10_000 })

  constructor(db: Db) {
    this.#db = db
    this.#reader = new BatchReader((asked) => loadLive(db, asked))
  }

  /** The session, or null if it is not open. Concurrent calls share queries. */
  find(sid: string, userId: number): Promise<LiveSession | null> {
    const key = `${sid} ${userId}`
    const found = this.#known.get(key)
    if (found) return found
    const live = this.#reader.load({ sid, userId })
    this.#known.set(key, live)
    // A later look-up may have taken the place of the failed one.
    live.catch(() => this.#known.peek(key) === live && this.#known.delete(key))
    return live
  }

  /** Call it after a change of what it knows: sessions of the user were revoked, or the user was suspended or muted somebody. */
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
