import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** The PostgreSQL channel on which every server process hears of stale paths. */
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
 * Says that replies under `path` went stale. Call it after the commit: many writers share one notification, at most ten
 * a second. NOTIFY inside each transaction would hold a lock over its flush to disk, so that votes would be committed
 * one after the other (ADR 4).
 */
export function changed(db: Db, path: Path): void {
  const mine = pending.get(db) ?? { paths: new Set(), flushing: undefined }
  pending.set(db, mine)
  mine.paths.add(path)
  mine.flushing ??= flush(db, mine).finally(() => {
    mine.flushing = undefined
  })
}

/** For a bulk writer such as an import: delivered when the transaction commits, never on rollback. */
export async function changedOnCommit(tx: Db, path: Path): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${path})`)
}

/** Resolves when everything that was said has been told. */
export async function flushChanges(db: Db): Promise<void> {
  await pending.get(db)?.flushing
}

async function flush(db: Db, { paths }: Pending): Promise<void> {
  let failures = 0
  while (paths.size > 0 && failures < 5) {
    const told = [...paths]
    paths.clear()
    try {
      // A hint that a crash loses costs nothing that a reconnect does not repair: no wait for the disk.
      await db.execute(sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, path)
        from unnest(${sql.param(told)}::text[]) path`)
      failures = 0
      await pause(pauseMilliseconds)
    } catch {
      // The database is away; who reconnects to it takes everything for stale anyway.
      for (const path of told) paths.add(path)
      failures++
      await pause(retryMilliseconds)
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
