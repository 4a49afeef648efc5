import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { transactionOn } from './transaction.ts'

/** The database, or a transaction on it: a command's first argument takes either. */
export type Db = NodePgDatabase

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

// A bigint is a string to pg by default; our counters and sums stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

interface Limits {
  /** Connections. */
  max?: number
  /** Milliseconds that one statement may take. */
  statement?: number
}

/** Time limits turn a vanished database into a quick error that heals by itself (see http/errors.ts: 503). */
export function connect(url: string, { max = 20, statement = 4_000 }: Limits = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    // PostgreSQL's own limit comes first, so that an endless statement ends there too.
    onConnect: async (client) => void (await client.query(`set statement_timeout = ${statement}`)),
    query_timeout: statement + 1_000,
  })
  // Without listeners, PostgreSQL's end takes Node down with it; whoever runs a query gets the error anyway.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = Object.assign(drizzle(pool), { transaction: transactionOn(pool) })
  return { db, pool, close: () => pool.end() }
}
