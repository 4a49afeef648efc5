import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { locks } from './locks.ts'

/**
 * Makes imports and seeds run one at a time; the lock is released when the transaction ends. Polls because a blocking lock
 * would run into the statement timeout.
 */
export async function acquireContentLock(tx: Db): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${locks.content}) as got`)
    if (rows[0]?.got) return
    await sleep(100)
  }
}
