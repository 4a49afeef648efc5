import { sql } from 'drizzle-orm'
import { connect, type Db } from '#db/client.ts'
import { beat } from './clock.ts'
import { findDue, sealClosedPolls } from './seal.ts'

/** Sorting the ballots of a large poll takes longer than a request may. */
const statementMilliseconds = 60_000

/** Seals on a connection of its own. @returns whether more polls wait */
export async function sealIfDue(db: Db, databaseUrl: string, secret: string): Promise<boolean> {
  const { at, isSteady } = await beat(db)
  // Not the clock again, which may have jumped since.
  const time = sql`${at}::timestamptz`
  if ((await findDue(db, time)).length === 0) return false
  if (!isSteady) {
    throw new Error(
      'The clock of the database has jumped, or no server was running. Polls are sealed 10 minutes after it.',
    )
  }
  const connection = connect(databaseUrl, { max: 1, statement: statementMilliseconds })
  try {
    return await sealClosedPolls(connection.db, secret, time)
  } finally {
    await connection.close()
  }
}
