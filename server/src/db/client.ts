import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { retryingTransaction } from './transaction.ts'

/** The database or a transaction. Commands accept either as their first argument. */
export type Db = NodePgDatabase

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

// pg returns bigint as a string by default. Our counters and sums stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

interface Limits {
  /** Maximum number of connections. */
  max?: number
  /** Maximum milliseconds per statement. */
  statement?: number
}

/** Opens a connection pool. Its timeouts turn an unreachable database into a quick 503 (http/errors.ts). */
export function connect(url: string, { max = 20, statement = 4_000 }: Limits = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Sends a statement without waiting for the reply to the one before (db/transaction.ts).
    pipeline: true,
    connectionTimeoutMillis: 2_000,
    // Shorter than the client's timeout, so that PostgreSQL stops the statement too.
    onConnect: async (client) => void (await client.query(`set statement_timeout = ${statement}`)),
    query_timeout: statement + 1_000,
  })
  // An error event without a listener would end the process. Callers get the error from their query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { db: databaseOn(pool), pool, close: () => pool.end() }
}

/** The database as commands use it, on an open pool. */
export const databaseOn = (pool: pg.Pool): Db =>
  Object.assign(drizzle(pool), { transaction: retryingTransaction(pool) })
