import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { findDueReveals, revealResults } from '#community/reveal-results.ts'
import { connect, type Db } from '#db/client.ts'
import { canReadTally } from '#db/site-keys.ts'
import { beat } from './clock.ts'
import { unreadableTallyKey } from './log.ts'
import { findDue, type SealKeys, sealClosedPolls } from './seal.ts'

/** Sorting the ballots of a large poll takes longer than a request may. */
const statementMilliseconds = 60_000

/** Shows hidden results that are due, and seals, on a connection of its own. @returns whether more polls wait */
export async function sealIfDue(db: Db, databaseUrl: string, keys: SealKeys): Promise<boolean> {
  const { at, isSteady } = await beat(db)
  // Not the clock again, which may have jumped since.
  const time = sql`${at}::timestamptz`
  const reveals = isSteady ? await findDueReveals(db, time) : []
  const seals = (await findDue(db, time)).length > 0 && (await canReadTally(db, keys.tally))
  if (reveals.length === 0 && !seals) return false
  if (!isSteady) {
    throw new Error(
      'The clock of the database has jumped, or no server was running. Polls are sealed 10 minutes after it.',
    )
  }
  const connection = connect(databaseUrl, { max: 1, statement: statementMilliseconds })
  try {
    for (const id of reveals) {
      // oxlint-disable-next-line no-await-in-loop -- a short transaction for each
      await connection.db.transaction((tx) => revealResults(tx, id))
    }
    const isMore = seals && (await sealClosedPolls(connection.db, keys, time))
    return isMore || reveals.length > 0
  } finally {
    await connection.close()
  }
}

/** Logs an error if the secret is not the one that protects the key of the log. */
export async function warnIfUnreadable({ db, keys, log }: Pick<FastifyInstance, 'db' | 'keys' | 'log'>): Promise<void> {
  if (!(await canReadTally(db, keys.tally))) log.error(unreadableTallyKey)
}
