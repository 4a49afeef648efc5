import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** An arbitrary advisory lock id. It must never change, so that all versions of WTPU use the same lock. */
const contentLockId = 7_460_002

/**
 * Makes imports and seeds run one at a time; the lock is released when the transaction ends. Polls because a blocking lock
 * would run into the statement timeout.
 */
export async function acquireContentLock(tx: Db): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${contentLockId}) as got`)
    if (rows[0]?.got) return
    await sleep(100)
  }
}
