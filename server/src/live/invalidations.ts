import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** PostgreSQL notification channel for invalidated paths. Every server process listens to it. */
export const channel = 'wtpu_changed'

type Path = `/api/${string}/` | '/api/forums/discussions/?' | '/auth/api/'

interface Pending {
  paths: Set<string>
  flushing: Promise<void> | undefined
}

const pending = new WeakMap<Db, Pending>()
const ownListeners = new WeakMap<Db, (path: Path) => void>()
const pauseMilliseconds = 100
const retryMilliseconds = 1_000

/**
 * Tells all servers and browsers that responses under `path` are outdated. Call it after the commit. This server hears of it at
 * once, so that people see their own writes; the others are notified at most ten times a second. NOTIFY inside each transaction would hold a lock until its flush to disk, so that votes would commit one
 * after another (ADR 9).
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

/** Invalidates the cached responses of this server only: of lists that are not live, so that they do not change under their readers. */
export function invalidateHere(db: Db, path: Path): void {
  ownListeners.get(db)?.(path)
}

/** Calls `listener` for each invalidation by this server, before the write is answered. */
export function onOwnInvalidation(db: Db, listener: (path: Path) => void): void {
  ownListeners.set(db, listener)
}

/** For bulk writers such as imports. PostgreSQL sends the notification when the transaction commits. */
export async function publishInvalidationOnCommit(tx: Db, path: Path): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${path})`)
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
      await db.execute(sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, path)
        from unnest(${sql.param(batch)}::text[]) path`)
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
