import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { sqlStateOf } from './sql-state.ts'

/**
 * Deadlock, serialization failure, and a foreign key to a row that was deleted after it was read. In each case the
 * transaction lost a race and changed nothing, and a second run sees the winner's result.
 */
const lostRaces = new Set(['40P01', '40001', '23503'])
const pauseMilliseconds = { min: 5, max: 40 }

type Transaction = NodePgDatabase['transaction']

const dialect = new PgDialect()

/** Like Drizzle's transaction, but BEGIN travels with the first statement, which saves a round trip. */
async function runIn<T>(client: pg.PoolClient, work: (tx: Parameters<Parameters<Transaction>[0]>[0]) => Promise<T>) {
  // If this fails, so does the first statement: the connection is lost.
  client.query('begin').catch(() => undefined)
  try {
    const result = await work(new NodePgTransaction(dialect, drizzle(client)._.session, undefined))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      throw new RollbackFailed('The connection is lost', { cause: error })
    })
    throw error
  }
}

class RollbackFailed extends Error {}

/**
 * `db.transaction` for a pool: a transaction that loses a race is rolled back and run once more. Only the outermost
 * transaction retries, because one that lost a race inside a savepoint must restart as a whole. `work` may therefore
 * run twice and must not change anything outside the database.
 */
export function retryingTransaction(pool: pg.Pool): Transaction {
  const run: Transaction = async (work, config) => {
    const client = await pool.connect()
    let isBroken = false
    try {
      if (config) return await drizzle(client).transaction(work, config)
      return await runIn(client, work)
    } catch (error) {
      isBroken = error instanceof RollbackFailed
      throw error instanceof RollbackFailed ? error.cause : error
    } finally {
      client.release(isBroken)
    }
  }
  return async (work, config) => {
    try {
      return await run(work, config)
    } catch (error) {
      if (!lostRaces.has(sqlStateOf(error) ?? '')) throw error
      // Random, so that two losers of a race do not collide again.
      await sleep(pauseMilliseconds.min + Math.random() * (pauseMilliseconds.max - pauseMilliseconds.min))
      return run(work, config)
    }
  }
}
