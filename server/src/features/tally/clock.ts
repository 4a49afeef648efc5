import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { clockHeartbeats } from '#db/schema/tally.ts'

/** Servers look at the clock every 15 s. It may go back by what two of them overtake each other. */
const [mostBetween, mostBack] = ['1 minute', '5 seconds']
/** A wrong clock is usually set right within it. */
const steadyFor = '10 minutes'

/**
 * Compares the database's clock with the last heartbeat, of any server. The clock jumped between them if it was wrong when the
 * machine started, or if the machine was suspended; a server cannot know whether it is right now. The first heartbeat of a database
 * has nothing to compare with.
 */
export async function beat(db: Db): Promise<{ at: string; isSteady: boolean }> {
  const last = clockHeartbeats
  const { rows } = await db.execute<{ at: string; is_steady: boolean }>(sql`
    insert into ${last} (id, at, steady_since) values (1, clock_timestamp(), '-infinity')
    on conflict (id) do update set at = excluded.at, steady_since = case
      when excluded.at between ${last.at} - ${mostBack}::interval and ${last.at} + ${mostBetween}::interval
        then ${last.steadySince} else excluded.at end
    returning at::text, steady_since <= at - ${steadyFor}::interval as is_steady`)
  const [row] = rows
  if (!row) throw new Error('the heartbeat was not stored')
  return { at: row.at, isSteady: row.is_steady }
}
