import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** The channel for invalidated paths, of PostgreSQL and Redis. Every server process listens to both. */
export const invalidationChannel = 'wtpu_changed'

type Path = `/api/${string}/` | '/api/forums/discussions/?' | '/auth/api/' | `/auth/api/sessions/${number}/`

/**
 * Whether only servers need to know of a path: `/auth/api/sessions/7/` says that some sessions of the user 7 ended, those of
 * news.ts are about the streams of single users.
 */
export const isForServers = (path: string): boolean =>
  /^\/(auth\/api\/sessions|api\/notifications\/of|api\/live\/tickets)\//.test(path)

interface Connected {
  /** Called for each invalidation by this server, before the write is answered. */
  onOwn(path: Path): void
  /** Whether servers read from replicas, which must have replayed the change. */
  needsPosition?: boolean
  /** Sends messages to all servers, if there is Redis. @returns false if they were not sent. */
  publish?(message: string): Promise<boolean>
}

interface Pending {
  paths: Set<string>
  flushing: Promise<void> | undefined
}

const pending = new WeakMap<Db, Pending>()
const connected = new WeakMap<Db, Connected>()
const pauseMilliseconds = 100
const retryMilliseconds = 1_000

/**
 * Tells all servers and browsers that responses under `path` are outdated. Call it after the commit. This server hears of it at
 * once, so that people see their own writes; the others are notified at most ten times a second. NOTIFY inside each
 * transaction would hold a lock until its flush to disk, so that votes would commit one after another (ADR 9).
 */
export function publishInvalidation(db: Db, path: Path): void {
  invalidateHere(db, path)
  const own = pending.get(db) ?? { paths: new Set(), flushing: undefined }
  pending.set(db, own)
  own.paths.add(path)
  own.flushing ??= flush(db, own).finally(() => {
    own.flushing = undefined
  })
}

/**
 * Invalidates the cached responses of this server only: of lists that are not live, so that they do not change under their
 * readers.
 */
export function invalidateHere(db: Db, path: Path): void {
  connected.get(db)?.onOwn(path)
}

/** Connects the invalidations of a database with this server. */
export function connectInvalidations(db: Db, to: Connected): void {
  connected.set(db, to)
}

/** For bulk writers such as imports, which do not know yet where in the log they will be. PostgreSQL sends the notification when the transaction commits. */
export async function publishInvalidationOnCommit(tx: Db, path: Path): Promise<void> {
  await tx.execute(sql`select pg_notify(${invalidationChannel}, ${path})`)
}

/** Resolves once all pending notifications are sent. */
export async function flushInvalidations(db: Db): Promise<void> {
  await pending.get(db)?.flushing
}

async function flush(db: Db, { paths }: Pending): Promise<void> {
  let failures = 0
  while (paths.size > 0 && failures < 5) {
    const batch = [...paths]
    paths.clear()
    try {
      // No wait for the disk: if a crash loses an invalidation, clients refetch everything when they reconnect.
      const isSent = await publishThrough(db, batch)
      if (!isSent) await notify(db, batch)
      failures = 0
      await pause(pauseMilliseconds)
    } catch {
      // The database is unavailable. Retry up to five times, then keep the paths until the next change. Servers treat
      // everything as stale after they reconnect.
      for (const path of batch) paths.add(path)
      failures++
      await pause(retryMilliseconds)
    }
  }
}

async function publishThrough(db: Db, paths: readonly string[]): Promise<boolean> {
  const { publish, needsPosition } = connected.get(db) ?? {}
  if (!publish) return false
  const position = needsPosition ? await currentPosition(db) : ''
  return publish(paths.map((path) => `${path} ${position}`).join('\n'))
}

async function notify(db: Db, paths: readonly string[]): Promise<void> {
  await db.execute(sql`select set_config('synchronous_commit', 'off', true),
    pg_notify(${invalidationChannel}, path || ' ' || pg_current_wal_lsn()) from unnest(${sql.param(paths)}::text[]) path`)
}

async function currentPosition(db: Db): Promise<string> {
  const { rows } = await db.execute<{ position: string }>(sql`select pg_current_wal_lsn()::text as position`)
  return rows[0]?.position ?? ''
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
