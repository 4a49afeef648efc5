import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isAlive } from '#db/embedded/lock.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { readPassword, resolveLocation } from '#db/embedded/location.ts'
import { migrate } from '#db/open.ts'
import { removeDataDir } from './remove-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The admin database on which tests run `create database … template …`. */
    databaseUrl: string
    /** A migrated database to copy. */
    templateDatabase: string
  }
}

const TEMPLATE = 'wtpu_template'

/**
 * Test data may be lost, so this is the only place where fsync is off. Autovacuum is off because no test fills a database so
 * much that it would help.
 */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  // The fewest rounds of hashing each time that a test connects.
  scram_iterations: '1',
}

// Two Vitest projects use this setup in one run. They share one PostgreSQL, which the last one stops.
const shared = globalThis as typeof globalThis & { wtpuTestDatabase?: { users: number; started: Promise<Database> } }

interface Database {
  url: string
  stop: () => Promise<void>
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = (shared.wtpuTestDatabase ??= { users: 0, started: startDatabase() })
  database.users += 1
  const { url, stop } = await database.started
  project.provide('databaseUrl', url)
  project.provide('templateDatabase', TEMPLATE)
  return async () => {
    database.users -= 1
    if (database.users > 0) return
    delete shared.wtpuTestDatabase
    await stop()
  }
}

async function startDatabase(): Promise<Database> {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `wtpu-test-${process.pid}-`))
  // When the tests run as root, PostgreSQL's system user needs to enter this folder.
  await chmod(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {}, settings: FAST_SETTINGS }).catch(
    async (error: unknown) => {
      await removeDataDir(dataDir)
      throw error
    },
  )
  const stop = () => embedded.stop().then(() => removeDataDir(dataDir))
  try {
    await allowRestore(embedded.url, await readPassword(await resolveLocation(dataDir, () => {})))
    await createTemplate(embedded.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: embedded.url, stop }
}

/** pristine.sql empties tables without their triggers, for which the server's role has no right. */
async function allowRestore(url: string, password: string): Promise<void> {
  const asSuperuser = Object.assign(new URL(url), { username: 'postgres', password })
  await runSql(asSuperuser.href, 'grant set on parameter session_replication_role to wtpu')
}

async function createTemplate(url: string): Promise<void> {
  await runSql(url, `create database ${TEMPLATE}`)
  const template = Object.assign(new URL(url), { pathname: TEMPLATE })
  await migrate(template.href)
  await runSql(template.href, await readFile(new URL('./pristine.sql', import.meta.url), 'utf8'))
}

async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Removes what killed test runs left behind: data folders and database processes. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^wtpu-test-(\d+)-/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    // Folders of other users cannot be removed.
    await removeDataDir(join(tmpdir(), name)).catch(() => undefined)
  }
}
