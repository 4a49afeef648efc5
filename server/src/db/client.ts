import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** The database, or a transaction on it: a command's first argument takes either. */
export type Db = NodePgDatabase

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

// A bigint is a string to pg by default; our counters and sums stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Time limits turn a vanished database into a quick error that heals by itself (see http/errors.ts: 503). */
export function connect(url: string, options: pg.PoolConfig = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 2_000,
    query_timeout: 4_000,
    ...options,
  })
  // Without listeners, PostgreSQL's end takes Node down with it; whoever runs a query gets the error anyway.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
