import { connect, type Db } from '#db/client.ts'
import { findDue, sealClosedPolls } from './seal.ts'

/** Sorting the ballots of a large poll takes longer than a request may. */
const statementMilliseconds = 60_000

/** Seals on a connection of its own. @returns whether more polls wait */
export async function sealIfDue(db: Db, databaseUrl: string, secret: string): Promise<boolean> {
  if ((await findDue(db)).length === 0) return false
  const connection = connect(databaseUrl, { max: 1, statement: statementMilliseconds })
  try {
    return await sealClosedPolls(connection.db, secret)
  } finally {
    await connection.close()
  }
}
