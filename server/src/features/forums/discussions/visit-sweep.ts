import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussionVisits } from '#db/schema/forums.ts'
import { repeat } from '#db/repeat.ts'

const keptDays = 90
const sweepEvery = 60 * 60_000
const batchSize = 1_000
const busyPause = 100

/** Deletes a batch of visits that are too old to matter. Several servers may sweep at once: locked rows are skipped. */
export async function sweepVisits(db: Db): Promise<{ deleted: number }> {
  const { rowCount } = await db.execute(sql`
    delete from ${discussionVisits} where (user_id, discussion_id) in (
      select user_id, discussion_id from ${discussionVisits}
      where visited_at < now() - make_interval(days => ${keptDays})
      order by visited_at limit ${batchSize} for update skip locked)`)
  return { deleted: rowCount ?? 0 }
}

/** Sweeps now and every hour, a batch at a time. */
export function startVisitSweep(
  db: Db,
  log: { warn(facts: object, message: string): void },
): { close(): Promise<void> } {
  return repeat(async () => {
    try {
      const { deleted } = await sweepVisits(db)
      return deleted === batchSize ? busyPause : sweepEvery
    } catch (error) {
      log.warn({ err: error }, 'old visits could not be deleted')
      return sweepEvery
    }
  })
}
