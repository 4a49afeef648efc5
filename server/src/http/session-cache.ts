import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Config } from '#config.ts'
import { BatchReader } from '#db/batch-reader.ts'
import { type Db, urgently } from '#db/client.ts'
import { demoPasswordHash } from '#db/demo-accounts.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { prepareStatement } from '#db/statement.ts'
import { publish } from '#live/publish.ts'
import { newLru } from './cache/lru.ts'
import type { AccessToken, Tokens } from './tokens.ts'

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

/** A signed-in user. */
interface Viewer {
  id: number
  sessionId: string
  /** The end of the user's suspension, in milliseconds of `Date.now()`. 0 without one. */
  suspendedUntil: number
  /** Has muted or blocked somebody. */
  mutes: boolean
  /** Has confirmed the email address. */
  confirmed: boolean
  /** The user's role counts in this session. */
  actsAsStaff: boolean
  /** What the token says about the order of options. */
  draw: number | undefined
}

const findLive = prepareStatement<{
  id: string
  user_id: number
  suspended: number
  mutes: boolean
  confirmed: boolean
  is_strong: boolean
}>(
  'live_sessions',
  sql`select s.id, s.user_id, coalesce(extract(epoch from u.suspended_until - now()), 0)::float8 as suspended,
      (select true from ${mutesAndBlocks} muted where muted.user_id = s.user_id order by muted.other_id limit 1)
        is not null as mutes, u.email_verified_at is not null as confirmed,
      s.is_strong or coalesce(u.password_hash = ${sql.placeholder('demo')}, false) as is_strong
    from ${sessions} s join ${users} u on u.id = s.user_id
    where s.id = any(${sql.placeholder('ids')}::uuid[]) and s.revoked_at is null and s.expires_at > now()`,
)

async function loadViewers(db: Db, tokens: readonly AccessToken[], anyIsStrong: boolean): Promise<(Viewer | null)[]> {
  // Anyone can sign in to the accounts of the demo, so a second factor would protect nothing.
  const rows = await findLive(db, { ids: tokens.map(({ sid }) => sid), demo: demoPasswordHash })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return tokens.map(({ sid, user_id: id, draw }) => {
    const session = byId.get(sid)
    if (session?.user_id !== id) return null
    const suspendedUntil = session.suspended > 0 ? Date.now() + session.suspended * 1_000 : 0
    const { mutes, confirmed, is_strong: isStrong } = session
    return { id, sessionId: sid, suspendedUntil, mutes, confirmed, actsAsStaff: isStrong || anyIsStrong, draw }
  })
}

const maxAge = 10_000

/**
 * Finds the user of an access token: verifies the token, checks whether its session is still open, and remembers both for ten
 * seconds, because verifying takes longer than sending a cached response. A revoked session ends immediately on the server that
 * revoked it. The others hear of it within a second, or else check again in ten.
 */
export class SessionCache {
  readonly #db: Db
  readonly #tokens: Tokens
  readonly #reader: BatchReader<AccessToken, Viewer | null>
  /** By token. Only tokens that this site has signed are kept, so that nobody can fill the memory. */
  readonly #known = newLru<string, { userId: number; until: number; viewer: Promise<Viewer | null> }>(50_000)

  constructor(db: Db, tokens: Tokens, { staffNeedSecondFactor }: Pick<Config, 'staffNeedSecondFactor'>) {
    this.#db = db
    this.#tokens = tokens
    const urgent = urgently(db)
    this.#reader = new BatchReader((asked) => loadViewers(urgent, asked, !staffNeedSecondFactor))
  }

  /** The user, or null if the token is not valid or its session is not open. Concurrent calls share queries. */
  find(token: string): Promise<Viewer | null> | null {
    const found = this.#known.get(token)
    if (found && found.until > Date.now()) return found.viewer
    const access = this.#read(token)
    if (!access) return null
    const until = Math.min(Date.now() + maxAge, access.exp * 1_000)
    const entry = { userId: access.user_id, until, viewer: this.#reader.load(access) }
    this.#known.set(token, entry)
    // A later look-up may have taken the place of the failed one.
    entry.viewer.catch(() => this.#known.peek(token) === entry && this.#known.delete(token))
    return entry.viewer
  }

  #read(token: string): AccessToken | undefined {
    try {
      return this.#tokens.readAccess(token)
    } catch {
      return undefined
    }
  }

  /** Call it after sessions of the user were revoked or the user was suspended. Streams of the user identify themselves again. */
  end(userId: number): void {
    this.forget(userId)
    publish(this.#db, { kind: 'session', userId })
  }

  /** Forgets what it knows of the user, on this server. */
  forget(userId: number): void {
    for (const [token, entry] of this.#known.entries()) if (entry.userId === userId) this.#known.delete(token)
  }

  clear(): void {
    this.#known.clear()
  }
}
