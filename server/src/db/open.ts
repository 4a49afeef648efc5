import { connect, type Connection } from './client.ts'
import { startOrJoinEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { checkConnection } from './check-connection.ts'

interface Opened extends Connection {
  url: string
}

interface Options {
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  dataDir: string
  log(line: string): void
  /** Whether to migrate first; off for a command that drops all tables. */
  migrated?: boolean
}

/**
 * Opens the configured database for a command. The embedded database is joined if a server is running on it, otherwise
 * started until the command ends.
 */
export async function openDatabase({ databaseUrl, dataDir, log, migrated = true }: Options): Promise<Opened> {
  const embedded = databaseUrl ? undefined : await startOrJoinEmbedded({ dataDir, log })
  const stop = async () => embedded?.stop()
  const url = databaseUrl ?? embedded?.url ?? ''
  try {
    if (databaseUrl) await checkConnection(databaseUrl)
    if (migrated) await migrate(url)
  } catch (error) {
    await stop()
    throw error
  }
  // Commands may run longer statements than web requests.
  const connection = connect(url, { max: 2, statement: 600_000 })
  return { ...connection, url, close: () => connection.close().finally(stop) }
}
