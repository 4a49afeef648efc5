import { connect, type Connection } from './client.ts'
import { startOrJoinEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { checkConnection } from './check-connection.ts'

interface Opened extends Connection {
  url: string
}

interface Options {
  /** Unset: the embedded one. */
  databaseUrl: string | undefined
  dataDir: string
  log(line: string): void
  /** Not when the tables are about to be dropped. */
  migrated?: boolean
}

/**
 * The configured database, for a command: the external one, or the embedded one, whose running server is joined, and which
 * is otherwise started for as long as the command takes.
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
  // A command's statements may take longer than a citizen would wait.
  const connection = connect(url, { max: 2, statement: 60_000 })
  return { ...connection, url, close: () => connection.close().finally(stop) }
}
