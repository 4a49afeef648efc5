import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Any number, as long as every version of WTPU uses the same. */
const contentLockId = 7_460_002

/**
 * Imports and seeds pass here one transaction at a time; the end of one lets the next one in. Asks again and again rather
 * than wait inside PostgreSQL, where a connection's time limit for a statement would end the wait.
 */
export async function acquireContentLock(tx: Db): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${contentLockId}) as got`)
    if (rows[0]?.got) return
    await sleep(100)
  }
}
