import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** The PostgreSQL channel on which every server process hears of stale paths. */
export const channel = 'wtpu_changed'

/** Says that replies under `path` went stale: delivered to every server when the transaction commits, never on rollback. */
export async function changed(tx: Db, path: `/api/${string}/`): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${path})`)
}
