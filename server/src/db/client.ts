import { setTimeout as sleep } from 'node:timers/promises'
import type { SQLWrapper } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { reserveConnections } from './reserved-connections.ts'

/** The database or a transaction. Commands accept either as their first argument. */
export type Db = Omit<NodePgDatabase, 'transaction' | 'execute'> & {
  $client: pg.Pool | pg.PoolClient
  /** `Row` has the columns as PostgreSQL returns them. Nothing checks it. */
  execute<Row extends pg.QueryResultRow = Record<string, unknown>>(
    query: SQLWrapper | string,
  ): Promise<pg.QueryResult<Row>>
  transaction<T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig): Promise<T>
}

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

// pg returns bigint as a string by default. Our counters and sums stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** After this time, no transaction in progress can still insert a row with an older `created_at`, which is its start: statements end after 4 s. */
export const settleSeconds = 10

interface Limits {
  /** Maximum number of connections. */
  max?: number
  /** Maximum milliseconds per statement. */
  statement?: number
  /** Maximum milliseconds to wait for a free connection, or for a new one. */
  connection?: number
}

/** Milliseconds that a request waits for a connection. */
const requestPatience = 2_000

/** Milliseconds that a starting process waits for a connection. A busy database only delays the start. */
export const startPatience = 20_000

const lastSuccess = new WeakMap<object, number>()

/** How many milliseconds ago a query of this pool last succeeded. */
export const sinceSuccess = (db: Db): number => performance.now() - (lastSuccess.get(db.$client) ?? -Infinity)

const reserved = new WeakMap<object, ReturnType<typeof reserveConnections>>()

/** The same database, by connections that are kept for the single statements that every request needs. */
export function urgently(db: Db): Db {
  const { urgent } = reserved.get(db.$client) ?? {}
  return urgent ? databaseOn(urgent) : db
}

/** Opens a connection pool. Its timeouts turn an unreachable database into a quick 503 (http/errors.ts). */
export function connect(
  url: string,
  { max = 20, statement = 4_000, connection = requestPatience }: Limits = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Sends a statement without waiting for the response to the one before (`runOn`).
    pipeline: true,
    connectionTimeoutMillis: connection,
    // Shorter than the client's timeout, so that PostgreSQL stops the statement too.
    onConnect: async (client) => void (await client.query(`set statement_timeout = ${statement}`)),
    query_timeout: statement + 1_000,
  })
  // An error event without a listener would end the process. Callers get the error from their query.
  pool.on('error', () => undefined)
  pool.on('release', (error: unknown) => error || lastSuccess.set(pool, performance.now()))
  pool.on('connect', (client) => client.on('error', () => undefined))
  reserved.set(pool, reserveConnections(pool, max))
  return { db: databaseOn(pool), pool, close: () => pool.end() }
}

/** Makes the pool of a started process wait for connections only as long as a request may. */
export function waitAsRequests({ pool }: Connection): void {
  pool.options.connectionTimeoutMillis = requestPatience
}

/**
 * Deadlock, serialization failure, and a foreign key to a row that was deleted after it was read. In each case the
 * transaction lost a race and changed nothing, and a second run sees the winner's result.
 */
const lostRaces = new Set(['40P01', '40001', '23503'])
const pauseMilliseconds = { min: 5, max: 40 }

type Work<T> = (tx: Db) => Promise<T>

/**
 * The database on an open pool. Unlike Drizzle's, its transactions that lose a race are rolled back and run once more. Only
 * the outermost transaction retries, because one that lost a race inside a savepoint must restart as a whole. `work` may
 * therefore run twice and must not change anything outside the database.
 */
export function databaseOn(pool: pg.Pool, { retries = true } = {}): Db {
  return withTransaction(drizzle(pool), async (work, config) => {
    try {
      return await runOn(pool, work, config)
    } catch (error) {
      if (!retries || !lostRaces.has(sqlStateOf(error) ?? '')) throw error
      // Random, so that two losers of a race do not collide again.
      await sleep(pauseMilliseconds.min + Math.random() * (pauseMilliseconds.max - pauseMilliseconds.min))
      return runOn(pool, work, config)
    }
  })
}

function withTransaction(db: NodePgDatabase & Pick<Db, '$client'>, transaction: Db['transaction']): Db {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are what the caller of `execute` says, as in Drizzle
  return Object.assign(db, { transaction }) as Db
}

function runOn<T>(pool: pg.Pool, work: Work<T>, config: PgTransactionConfig = {}): Promise<T> {
  const { transaction = (run: () => Promise<T>) => run() } = reserved.get(pool) ?? {}
  return transaction(() => runOnConnection(pool, work, config))
}

async function runOnConnection<T>(pool: pg.Pool, work: Work<T>, config: PgTransactionConfig): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    // BEGIN travels with the first statement, which saves a round trip. If it fails, so does that statement.
    client.query(beginSql(config)).catch(() => undefined)
    const result = await work(transactionOn(client))
    const { command } = await client.query('commit')
    if (command === 'ROLLBACK') throw new Error('COMMIT rolled back, because a statement before it failed')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    client.release(isBroken)
  }
}

function beginSql({ isolationLevel, accessMode }: PgTransactionConfig): string {
  return ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
}

/** A transaction inside of it is a savepoint. */
function transactionOn(client: pg.PoolClient): Db {
  const tx: Db = withTransaction(drizzle(client), async (work) => {
    await client.query('savepoint nested')
    try {
      const result = await work(tx)
      await client.query('release savepoint nested')
      return result
    } catch (error) {
      await client.query('rollback to savepoint nested')
      throw error
    }
  })
  return tx
}

/** The SQLSTATE of a failed query, also inside the error that Drizzle wraps around it; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[\dA-Z]{5}$/.test(current.code)) return current.code
  }
  return undefined
}
