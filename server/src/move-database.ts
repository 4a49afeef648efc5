import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { fillDatabase, readDatabase } from '#db/copy-database.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { checkConnection, databaseAddress, runningServers } from '#db/open.ts'

interface Options {
  dataDir: string
  databaseUrl: string | undefined
  /** Which of the two databases is filled. */
  to: 'external' | 'embedded'
  log(line: string): void
}

/**
 * Copies the site from the embedded database of DATA_DIR into the empty database of DATABASE_URL, or back. The source is left as it
 * is. No server may run.
 */
export async function moveDatabase({ dataDir, databaseUrl, to, log }: Options): Promise<void> {
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the database outside of DATA_DIR.')
  const folder = path.join(dataDir, 'postgres')
  if (to === 'embedded' && existsSync(folder)) {
    throw new Error(`${folder} has a database already. Move that folder away first, so that nothing is overwritten.`)
  }
  if (to === 'external' && !existsSync(folder)) throw new Error(`There is no site in ${dataDir}. Check DATA_DIR.`)
  await checkConnection(databaseUrl)
  await assertNoServer(databaseUrl)
  await mkdir(dataDir, { recursive: true })
  // Fails if a server runs on the folder.
  const embedded = await startEmbedded({ dataDir, log })
  const [source, target] = to === 'external' ? [embedded.url, databaseUrl] : [databaseUrl, embedded.url]
  try {
    await readDatabase(source, (contents, rowsOf) => fillDatabase(target, contents, rowsOf))
  } finally {
    await embedded.stop()
  }
}

async function assertNoServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query(runningServers).finally(() => client.end())
  if (rowCount)
    throw new Error(`Servers run on ${databaseAddress(databaseUrl)}. Stop them first, so that nothing is lost.`)
}
