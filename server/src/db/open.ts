import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { connect, type Connection, startPatience } from './client.ts'
import { locks, locksByKey } from './locks.ts'
import { startOrJoinEmbedded } from './embedded/embedded.ts'

/** The statement with which a server shows, as long as its connection lasts, that it runs with this secret, and what it knows. */
export const lockSecret = (secret: string): string =>
  `select pg_advisory_lock_shared(${locksByKey.secrets}, ${fingerprintOf(secret)}), pg_advisory_lock_shared(${locksByKey.reading}, 0)`
/** A row for each server that runs on the database. */
export const runningServers = `select from pg_locks where locktype = 'advisory' and classid = ${locksByKey.secrets}
  and database = (select oid from pg_database where datname = current_database())`
/** The running servers of an earlier release, which show everything to everybody. */
export const runningOlderServers = `${runningServers} and pid not in
  (select pid from pg_locks where locktype = 'advisory' and classid = ${locksByKey.reading})`
const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('same secret').digest().readInt32BE()

/**
 * Connects once before anything else starts, so that a wrong DATABASE_URL fails early with a clear message, and so does a
 * JWT_SECRET that is not that of the servers which already run on this database.
 */
export async function checkConnection(databaseUrl: string, secret?: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = await connectOnceServed(databaseUrl)
    if (secret !== undefined) await checkSecret(client, secret)
  } catch (error) {
    if (error instanceof OtherSecret) throw new Error(error.message, { cause: error })
    // If a host name resolves to several addresses, only the individual errors have messages.
    const [first] = error instanceof AggregateError ? error.errors : [error]
    throw new Error(
      `The database ${databaseAddress(databaseUrl)} cannot be reached: ${first instanceof Error ? first.message : String(first)}\n` +
        'Check DATABASE_URL and that PostgreSQL is running there, or unset DATABASE_URL to use the embedded database.',
      { cause: error },
    )
  } finally {
    await client?.end().catch(() => undefined)
  }
}

/**
 * Something listens there that has no primary at the moment: a proxy that closes the connection, or a PostgreSQL that starts
 * or stops.
 */
const hasNoPrimary = /Connection terminated unexpectedly|ECONNRESET|the database system is/
const maxTries = 20

/** Connects, and waits up to 20 seconds while a cluster has no primary. */
async function connectOnceServed(databaseUrl: string): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: startPatience })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (tries === maxTries || !hasNoPrimary.test(String(error))) throw error
      await sleep(1_000)
    }
  }
}

class OtherSecret extends Error {}

async function checkSecret(client: pg.Client, secret: string): Promise<void> {
  const { rowCount } = await client.query(`${runningServers} and objid <> ($1::bigint & 4294967295)::oid`, [
    fingerprintOf(secret),
  ])
  if (rowCount) {
    throw new OtherSecret(
      'JWT_SECRET is not that of the other servers on this database. Give all of them the same one, or stop the others first.',
    )
  }
}

/** The part of a database URL that is safe to print: host, port and name, without user and password. */
export function databaseAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port || 5432}${pathname}`
}

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Applies the committed migrations. If several servers start concurrently, an advisory lock lets one migrate at a time. While a
 * cluster has no primary, waits for one.
 * @returns whether the database was empty before
 * @throws Error if the database is not in UTF-8 or of a newer version
 */
export async function migrate(databaseUrl: string): Promise<{ isNew: boolean }> {
  const client = await connectToPrimary(databaseUrl)
  try {
    await assertUtf8(client, databaseUrl)
    await client.query('select pg_advisory_lock($1)', [locks.migrations])
    const applied = await findAppliedMigrations(client)
    assertKnown(applied, databaseUrl)
    await applyMigrations(drizzle(client), { migrationsFolder })
    return { isNew: applied.length === 0 }
  } finally {
    // The session's end releases the lock, even after a failure.
    await client.end()
  }
}

/** Other encodings cannot store every text, and SQL_ASCII stores any bytes. */
async function assertUtf8(client: pg.Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The database ${databaseAddress(databaseUrl)} has the encoding ${encoding}, but must have UTF8. Create another one, such as:\n` +
      "  create database wtpu encoding 'UTF8' template template0",
  )
}

/** The times of the migrations that were applied. */
async function findAppliedMigrations(client: pg.Client): Promise<number[]> {
  const table = 'drizzle.__drizzle_migrations'
  const { rows: found } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])
  if (!found[0]?.found) return []
  const { rows } = await client.query<{ created_at: string }>(`select created_at from ${table}`)
  return rows.map((row) => Number(row.created_at))
}

/** A server does not run on tables that a newer version has changed. Servers that already run go on. */
function assertKnown(applied: number[], databaseUrl: string): void {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
  const newer = applied.filter((time) => time > newest).length
  if (newer === 0) return
  throw new Error(
    `The database ${databaseAddress(databaseUrl)} is of a newer version of WTPU, which has ${newer} more ` +
      `${newer === 1 ? 'migration' : 'migrations'} than this one. Start the newer version, or restore a backup that this version made.`,
  )
}

/** @throws Error if the database only reads for 20 seconds */
async function connectToPrimary(databaseUrl: string): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const client = await connectOnceServed(databaseUrl)
    const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads')
    if (!rows[0]?.reads) return client
    await client.end()
    if (tries === maxTries) throw new Error(`The database ${databaseAddress(databaseUrl)} is a replica: it only reads.`)
    await sleep(1_000)
  }
}

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
  const connection = connect(url, { max: 2, statement: 600_000, connection: startPatience })
  return { ...connection, url, close: () => connection.close().finally(stop) }
}
