import { chmod, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isAlive } from '#db/embedded-lock.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { removeDataDir } from './remove-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database, from which `create database … template …` is sent. */
    databaseUrl: string
    /** A migrated database to copy. */
    templateDatabase: string
  }
}

const TEMPLATE = 'wtpu_template'

/**
 * Lost tests need no safety, only speed: this is the one place where fsync is off. Autovacuum would now and then be at
 * work in a database that is to be dropped, and `with (force)` may not end it.
 */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}

// Two projects use this file in one run; they share one PostgreSQL, and the last one out ends it.
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
  // PostgreSQL's system user has to pass through when the tests run as root.
  await chmod(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {}, settings: FAST }).catch(async (error: unknown) => {
    await removeDataDir(dataDir)
    throw error
  })
  const stop = () => embedded.stop().then(() => removeDataDir(dataDir))
  try {
    await createTemplate(embedded.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: embedded.url, stop }
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(url)
  template.pathname = TEMPLATE
  await migrate(template.href)
}

/** Of runs that were killed: their process is gone, their database process may live. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^wtpu-test-(\d+)-/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    // Another user's folder is theirs to remove.
    await removeDataDir(join(tmpdir(), name)).catch(() => undefined)
  }
}
