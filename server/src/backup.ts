import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Config } from '#config.ts'
import { connect } from '#db/client.ts'
import { type Contents, fillDatabase, knowsMigrations, readDatabase, type Table } from '#db/copy-database.ts'
import { startEmbedded, startOrJoinEmbedded } from '#db/embedded/embedded.ts'
import { migrationsFolder } from '#db/open.ts'
import { lastBackup } from '#db/schema/operation.ts'
import { openKeys } from '#db/site-keys.ts'
import { type OldManifest, restoreOldDatabase } from './restore-old-backup.ts'
import { readSecretFile } from './secret-file.ts'
import { extract, listTop, readEntry, tar } from './tar.ts'

/** Changes when an older version could not read a backup any more. */
const format = 2

interface Manifest {
  format: 2
  createdAt: string
  contents: Contents
  /** Whether the backup has the secret, or it was in the settings. */
  hasSecret: boolean
  /** The names of the settings that were set. */
  settings: string[]
}

interface Options {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mediaStore' | 'jwtSecret' | 'settings'>
  file: string
  log(line: string): void
}

/**
 * Writes the database, the uploads and a generated secret into one tar archive, while servers run. It has everything that was
 * answered before it began.
 * @returns what the backup has and what it lacks
 */
export async function backUp({ config, file, log }: Options): Promise<string> {
  const { dataDir, databaseUrl, mediaStore, settings } = config
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new Error(`There is no site in ${dataDir}. Check DATA_DIR.`)
  }
  if (existsSync(file)) throw new Error(`${file} exists. Choose another name, so that no backup is lost.`)
  const archive = `${file}.unfinished`
  const stage = await mkdtemp(`${file}.stage-`)
  const embedded = databaseUrl ? undefined : await startOrJoinEmbedded({ dataDir, log })
  const url = databaseUrl ?? embedded?.url ?? ''
  const hasSecret = readSecretFile(dataDir) === config.jwtSecret
  const names = [existsSync(path.join(dataDir, 'media')) && 'media', hasSecret && 'jwt-secret'].filter(
    (name) => name !== false,
  )
  try {
    await writeFile(archive, '', { mode: 0o600 })
    const contents = await stageDatabase(url, stage)
    const manifest: Manifest = { format, createdAt: new Date().toISOString(), contents, hasSecret, settings }
    await writeFile(path.join(stage, 'manifest.json'), JSON.stringify(manifest))
    await tar('--create', archive, stage, ['manifest.json', 'database'])
    if (names.length > 0) await tar('--append', archive, dataDir, names)
    await rename(archive, file)
    await rememberBackup(url, contents)
  } finally {
    await rm(archive, { force: true })
    await rm(stage, { recursive: true, force: true })
    await embedded?.stop()
  }
  return `It has the database${mediaStore ? '' : ', the uploads'}${hasSecret ? ' and the secret' : ''}: keep it like the server itself.
  It does not have:
  - the settings${settings.length > 0 ? `, of which these are set: ${settings.join(', ')}` : ''}${
    hasSecret ? '' : '\n  - JWT_SECRET, without which it cannot be used in full: keep that in another place'
  }${mediaStore ? '\n  - the uploads in MEDIA_STORE, which need a backup of their own' : ''}`
}

const tableFile = (folder: string, { name }: Table) => path.join(folder, 'database', `${name}.gz`)

function stageDatabase(url: string, stage: string): Promise<Contents> {
  return readDatabase(url, async (contents, rowsOf) => {
    await mkdir(path.join(stage, 'database'))
    for (const table of contents.tables) {
      await pipeline(rowsOf(table), createGzip(), createWriteStream(tableFile(stage, table), { mode: 0o600 }))
    }
    return contents
  })
}

/** Before an upgrade, the database may not have the table yet. */
async function rememberBackup(url: string, { tables }: Contents): Promise<void> {
  if (!tables.some(({ name }) => name === 'last_backup')) return
  const { db, close } = connect(url, { max: 1 })
  const finishedAt = sql`now()`
  await db
    .insert(lastBackup)
    .values({ finishedAt })
    .onConflictDoUpdate({ target: lastBackup.id, set: { finishedAt } })
    .finally(close)
}

/**
 * Fills an empty DATA_DIR, and the empty database of DATABASE_URL if that is set, from an archive.
 * @returns when the backup was made, and what is missing
 */
export async function restore({ config, file, log }: Options): Promise<{ createdAt: string; missing: string[] }> {
  const { dataDir, databaseUrl } = config
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty. Choose another folder with DATA_DIR, so that nothing is overwritten.`)
  }
  const manifest = await readManifest(file)
  await mkdir(dataDir, { recursive: true })
  try {
    const present = await listTop(file)
    const names = ['media', 'jwt-secret', ...(manifest.format === 1 ? [] : ['database'])]
    await extract(
      file,
      dataDir,
      names.filter((name) => present.has(name)),
    )
    if (manifest.format === 1) {
      await restoreOldDatabase(manifest, { dataDir, databaseUrl, file, log })
      return { createdAt: manifest.createdAt, missing: [] }
    }
    // A file that was cut between two of its entries can still be read.
    if (!manifest.contents.tables.every((table) => existsSync(tableFile(dataDir, table))))
      throw new Error(`${file} has not all tables of the database: it is not complete.`)
    const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log })
    const url = databaseUrl ?? embedded?.url ?? ''
    try {
      await fillDatabase(url, manifest.contents, (table) => readTable(dataDir, table))
      return { createdAt: manifest.createdAt, missing: await findMissing(manifest, config, url) }
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    // The folder was empty. Nobody must take a part of a site for the whole.
    for (const name of await readdir(dataDir)) {
      const entry = path.join(dataDir, name)
      await rm(await realpath(entry), { recursive: true, force: true })
      await rm(entry, { recursive: true, force: true })
    }
    throw error
  } finally {
    await rm(path.join(dataDir, 'database'), { recursive: true, force: true })
  }
}

async function readManifest(file: string): Promise<Manifest | OldManifest> {
  const text = await readEntry(file, 'manifest.json').catch((error: unknown) => {
    throw new Error(`${file} is not a backup of WTPU, or it is not complete.`, { cause: error })
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by a backup, the format is checked below
  const manifest = JSON.parse(text) as Manifest | OldManifest
  const isKnown =
    manifest.format === 1
      ? manifest.migrations <= readMigrationFiles({ migrationsFolder }).length
      : manifest.format === format && knowsMigrations(manifest.contents.migrations)
  if (!isKnown) throw new Error(`${file} was made by a newer version of WTPU. Restore it with that one.`)
  return manifest
}

function readTable(dataDir: string, table: Table): Readable {
  const rows = createGunzip()
  createReadStream(tableFile(dataDir, table))
    .on('error', (error) => rows.destroy(error))
    .pipe(rows)
  return rows
}

/** Compares the secret that is in use now with the one that the backup was made with. */
async function findMissing({ contents, settings }: Manifest, { dataDir, jwtSecret }: Options['config'], url: string) {
  const secret = jwtSecret || readSecretFile(dataDir)
  const { db, close } = connect(url, { max: 1 })
  const isRight =
    // A site that never started with this version has no stored keys yet.
    !contents.tables.some(({ name }) => name === 'site_keys') ||
    (secret !== undefined &&
      (await openKeys(db, secret).then(
        () => true,
        () => false,
      )))
  await close()
  return [
    ...(isRight
      ? []
      : [
          'JWT_SECRET: set it to the one that the site had. With another, polls are never sealed again ("Secrets" in docs/operations.md says what else).',
        ]),
    ...(settings.length > 0 ? [`the settings. These were set: ${settings.join(', ')}`] : []),
  ]
}
