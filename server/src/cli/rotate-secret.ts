import { sql } from 'drizzle-orm'
import type { Config } from '#config.ts'
import type { Db } from '#db/client.ts'
import { runningServers } from '#db/open.ts'
import { replaceSecret } from '#db/site-keys.ts'
import { makeSecret, readSecretFile, secretFile, writeNewSecret } from '#secret-file.ts'

const changes = `  All sessions have ended: everybody signs in again. Links in mails that were sent before no longer work, which end
  notifications or lead to an appeal; links that confirm an address do. Votes, sealed polls, waiting mail and the devices of
  pushed notifications go on.
  A backup that was made before needs the earlier secret; make a new one.
  If the database could be in other hands, too, also run: npm run admin -- tally rotate-key`

/** Changes from the secret that is set to a new one, or from OLD_JWT_SECRET to the one that is set. @returns what to print */
export async function rotateSecret(db: Db, { jwtSecret, oldJwtSecret, dataDir }: Config): Promise<string> {
  const { rowCount } = await db.execute(sql.raw(runningServers))
  if (rowCount) throw new Error('Servers run on this database. Stop them first.')
  if (oldJwtSecret !== undefined) {
    await replaceSecret(db, { from: oldJwtSecret, to: jwtSecret })
    return `  JWT_SECRET has replaced OLD_JWT_SECRET. Start the servers with it.\n${changes}`
  }
  const isInFile = readSecretFile(dataDir) === jwtSecret
  const secret = makeSecret()
  // The file is first, so that the secret cannot be lost.
  const next = writeNewSecret(dataDir, secret)
  await replaceSecret(db, { from: jwtSecret, to: secret })
  if (isInFile) next.use()
  const start = isInFile
    ? `  The new secret is in ${secretFile(dataDir)}. Start the server again.`
    : `  The new secret is in ${next.file}. Set JWT_SECRET to it for all servers, delete the file, and start them again.`
  return `${start}\n${changes}`
}
