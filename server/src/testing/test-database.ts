import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, databaseOn, type Connection } from '#db/client.ts'
import { make } from './make.ts'

/** A hundred concurrent requests wait long for connections, and for locks, on a busy machine. */
const patient = { connection: 20_000, statement: 20_000 }

export interface TestDatabase extends AsyncDisposable {
  url: string
  db: Connection['db']
  pool: Connection['pool']
  make: ReturnType<typeof make>
}

interface Database {
  name: string
  url: string
  pool: Connection['pool']
}

/** Databases of this process that no test uses, as the migrations left them. */
const idle: Database[] = []

/**
 * A migrated PostgreSQL database for one test: `await using t = await startTestDatabase()`. A database that another test has
 * finished with is emptied and used again, because that takes a fraction of the time to create one. A database that cannot be
 * emptied stays until PostgreSQL's folder is removed: to drop it would wait for every session of the cluster, up to 60 seconds
 * for one that a test keeps from signing in.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const database = idle.pop() ?? (await createDatabase())
  const { url, pool } = database
  // A new object for each test, because what the server keeps in memory is kept by `db`.
  const db = databaseOn(pool)
  return {
    url,
    db,
    pool,
    make: make(db),
    async [Symbol.asyncDispose]() {
      if (await restore(pool)) idle.push(database)
      // Not awaited: no test uses this database again, and PostgreSQL may take long to close a session.
      else if (!pool.ended) void pool.end()
    },
  }
}

/** Another connection to a test's database, as of a second server. */
export function joinTestDatabase(url: string): TestDatabase {
  const { db, pool, close } = connect(url, patient)
  return { url, db, pool, make: make(db), [Symbol.asyncDispose]: close }
}

async function createDatabase(): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = inject('databaseUrl')
  await asAdmin(`create database ${name} template ${inject('templateDatabase')}`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  return { name, url, pool: connect(url, patient).pool }
}

/** Empties the database (pristine.sql). Returns false if that is impossible, as a test changed its structure, filled or still uses it. */
async function restore(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ restored: boolean }>('select pristine.restore() as restored')
    return rows[0]?.restored ?? false
  } catch {
    return false
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
