import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** PostgreSQL notification channel for invalidated paths. Every server process listens to it. */
export const channel = 'wtpu_changed'

type Path = `/api/${string}/` | '/auth/api/'

interface Pending {
  paths: Set<string>
  flushing: Promise<void> | undefined
}

const pending = new WeakMap<Db, Pending>()
const pauseMilliseconds = 100
const retryMilliseconds = 1_000

/**
 * Tells all servers and browsers that responses under `path` are outdated. Call it after the commit. Many writers share one notification, at most
 * ten a second. NOTIFY inside each transaction would hold a lock until its flush to disk, so that votes would commit one
 * after another (ADR 9).
 */
export function publishInvalidation(db: Db, path: Path): void {
  const own = pending.get(db) ?? { paths: new Set(), flushing: undefined }
  pending.set(db, own)
  own.paths.add(path)
  own.flushing ??= flush(db, own).finally(() => {
    own.flushing = undefined
  })
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
