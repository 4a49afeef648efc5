import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import type { Config } from '#config.ts'
import { startEmbedded, startOrJoinEmbedded } from '#db/embedded/embedded.ts'
import { readPassword, resolveLocation } from '#db/embedded/location.ts'
import { postgresEnvironment } from '#db/embedded/process.ts'
import { migrationsFolder } from '#db/open.ts'

const run = promisify(execFile)

/** Changes when an older version could not read a backup any more. */
const format = 1
interface Manifest {
  format: number
  /** `embedded`: the backup has the files of the cluster. `external`: it has what pg_dump wrote. */
  database: 'embedded' | 'external'
  /** How many migrations its version of WTPU had. */
  migrations: number
  createdAt: string
}

interface Options {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mediaStore'>
  file: string
  log(line: string): void
}

/**
 * Writes the database, the uploads and the secret into one tar archive, while servers run. It has everything that was answered
 * before it began.
 */
export async function backUp({ config, file, log }: Options): Promise<void> {
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new Error(`There is no site in ${config.dataDir}. Check DATA_DIR.`)
  }
  if (existsSync(file)) throw new Error(`${file} exists. Choose another name, so that no backup is lost.`)
  const archive = `${file}.unfinished`
  const stage = await mkdtemp(`${file}.stage-`)
  const database = config.databaseUrl ? 'external' : 'embedded'
  const manifest: Manifest = {
    format,
    database,
    migrations: readMigrationFiles({ migrationsFolder }).length,
    createdAt: new Date().toISOString(),
  }
  try {
    await writeFile(archive, '', { mode: 0o600 })
    await writeFile(path.join(stage, 'manifest.json'), JSON.stringify(manifest))
    await tar('--create', archive, stage, ['manifest.json'])
    if (config.databaseUrl) await dump(config.databaseUrl, archive, stage)
    else await copyCluster(config.dataDir, archive, stage, log)
    const others = ['media', 'jwt-secret'].filter((name) => existsSync(path.join(config.dataDir, name)))
    if (others.length > 0) await tar('--append', archive, config.dataDir, others)
    if (config.mediaStore) log('Uploads are in MEDIA_STORE, which needs a backup of its own.')
    await rename(archive, file)
  } finally {
    await rm(archive, { force: true })
    await rm(stage, { recursive: true, force: true })
  }
}

/** PostgreSQL's own way to copy a running cluster: the files as they are, and the log that makes them whole. */
async function copyCluster(dataDir: string, archive: string, stage: string, log: Options['log']): Promise<void> {
  const database = await startOrJoinEmbedded({ dataDir, log })
  const location = await resolveLocation(dataDir, log)
  const { port } = new URL(database.url)
  const admin = { user: 'postgres', password: await readPassword(location), database: 'postgres' }
  const client = new pg.Client({ host: '127.0.0.1', port: Number(port), ...admin })
  try {
    await client.connect()
    // Keeps the log since now, until this connection ends.
    await client.query("select pg_create_physical_replication_slot('wtpu_backup', true, true)")
    await client.query("select pg_backup_start('wtpu', true)")
    const left = ['cluster/pg_wal/*', 'cluster/pg_replslot/*', 'cluster/postmaster.*']
    await tar('--append', archive, location.folder, ['cluster', 'password'], left)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await mkdir(path.join(stage, 'cluster'))
    await writeFile(path.join(stage, 'cluster/backup_label'), rows[0]?.labelfile ?? '')
    await tar('--append', archive, stage, ['cluster/backup_label'])
    await tar('--append', archive, location.folder, ['cluster/pg_wal'])
  } finally {
    await client.end()
    await database.stop()
  }
}

async function dump(databaseUrl: string, archive: string, stage: string): Promise<void> {
  await runClient('pg_dump', databaseUrl, [
    '--format=custom',
    '--no-owner',
    `--file=${path.join(stage, 'database.dump')}`,
  ])
  await tar('--append', archive, stage, ['database.dump'])
}

/**
 * Fills an empty DATA_DIR, and the empty database of DATABASE_URL if there is one, from an archive.
 * @returns when the backup was made
 */
export async function restore({ config, file, log }: Options): Promise<string> {
  const { dataDir, databaseUrl } = config
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty. Choose another folder with DATA_DIR, so that nothing is overwritten.`)
  }
  const { database, createdAt } = await readManifest(file)
  if ((database === 'external') !== (databaseUrl !== undefined)) {
    throw new Error(
      database === 'external'
        ? 'This backup is of an external database. Set DATABASE_URL to an empty one.'
        : 'This backup is of an embedded database. Unset DATABASE_URL.',
    )
  }
  if (databaseUrl) await assertEmpty(databaseUrl)
  await mkdir(dataDir, { recursive: true })
  try {
    const { stdout } = await run('tar', ['--list', '--file', file], { maxBuffer: maxListBytes })
    const names = new Set(stdout.split('\n').map((name) => name.replace(/\/$/, '')))
    await extract(
      file,
      dataDir,
      ['media', 'jwt-secret'].filter((name) => names.has(name)),
    )
    if (databaseUrl) await load(databaseUrl, file, dataDir)
    else await restoreCluster(file, dataDir, log)
  } catch (error) {
    // The folder was empty. Nobody must take a part of a site for the whole.
    for (const name of await readdir(dataDir)) {
      const entry = path.join(dataDir, name)
      await rm(await realpath(entry), { recursive: true, force: true })
      await rm(entry, { recursive: true, force: true })
    }
    throw error
  }
  return createdAt
}

/** A line for each file. */
const maxListBytes = 1024 * 1024 * 1024

async function readManifest(file: string): Promise<Manifest> {
  const text = await run('tar', ['--extract', '--to-stdout', '--file', file, 'manifest.json']).catch(
    (error: unknown) => {
      throw new Error(`${file} is not a backup of WTPU, or it is not complete.`, { cause: error })
    },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked below
  const manifest = JSON.parse(text.stdout) as Manifest
  if (manifest.format > format || manifest.migrations > readMigrationFiles({ migrationsFolder }).length) {
    throw new Error(`${file} was made by a newer version of WTPU. Restore it with that one.`)
  }
  return manifest
}

async function restoreCluster(file: string, dataDir: string, log: Options['log']): Promise<void> {
  const location = await resolveLocation(dataDir, log)
  await extract(file, location.folder, ['cluster', 'password'])
  await chmod(location.cluster, 0o700)
  const { owner } = location
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, location.folder])
  // Applies the log.
  const started = await startEmbedded({ dataDir, log })
  await started.stop()
}

async function assertEmpty(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'public'")
  await client.end()
  if (rowCount) throw new Error('The database of DATABASE_URL is not empty. Choose an empty one.')
}

async function load(databaseUrl: string, file: string, dataDir: string): Promise<void> {
  await extract(file, dataDir, ['database.dump'])
  const dumped = path.join(dataDir, 'database.dump')
  await runClient('pg_restore', databaseUrl, ['--no-owner', '--exit-on-error', dumped])
  await rm(dumped)
}

/** Runs one of PostgreSQL's programs. The password is in its environment, where other users do not see it. */
async function runClient(program: string, databaseUrl: string, args: string[]): Promise<void> {
  const url = new URL(databaseUrl)
  const env = { ...postgresEnvironment(), PGPASSWORD: decodeURIComponent(url.password) }
  url.password = ''
  await run(program, [`--dbname=${url.href}`, ...args], { env }).catch((error: NodeJS.ErrnoException) => {
    const missing = `${program} is not installed. It is part of PostgreSQL's client programs.`
    throw new Error(error.code === 'ENOENT' ? missing : `${program} failed: ${error.message}`, { cause: error })
  })
}

/** GNU tar and bsdtar exit with 1 if a file changed while it was read, which PostgreSQL's log repairs. */
async function tar(mode: string, archive: string, folder: string, names: string[], left: string[] = []): Promise<void> {
  const exclude = left.map((pattern) => `--exclude=${pattern}`)
  await run('tar', [mode, '--file', archive, ...exclude, '--directory', folder, ...names]).catch(
    (error: Error & { code?: unknown }) => {
      if (error.code !== 1) throw new Error(`The backup could not be written: ${error.message}`, { cause: error })
    },
  )
}

async function extract(file: string, folder: string, names: string[]): Promise<void> {
  if (names.length === 0) return
  await run('tar', ['--extract', '--file', file, '--directory', folder, ...names]).catch((error: Error) => {
    throw new Error(`${file} cannot be read, or it is not complete: ${error.message}`, { cause: error })
  })
}
