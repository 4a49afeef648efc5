import type pg from 'pg'

type Use = 'statement' | 'transaction'

/** The share of all connections that reads may use. The rest is for transactions, and some only for what `urgently` reads. */
const shares = { statements: 0.6, all: 0.85 }
/** With fewer connections, none is reserved. */
const least = 10

/**
 * Keeps connections of a pool free: for transactions, which write, when many single statements wait for theirs, and for session
 * look-ups and readiness when many transactions do. What waits too long fails like a wait for a connection.
 */
export function reserveConnections(pool: pg.Pool, max: number) {
  const limits =
    max < least ? undefined : { statements: Math.floor(max * shares.statements), all: Math.floor(max * shares.all) }
  const running = { statement: 0, transaction: 0 }
  const waiting: Record<Use, (() => void)[]> = { statement: [], transaction: [] }
  const isFree = (use: Use) =>
    !limits ||
    (running.statement + running.transaction < limits.all &&
      (use === 'transaction' || running.statement < limits.statements))

  const take = (use: Use): Promise<void> | undefined => {
    if (isFree(use)) return void running[use]++
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        running[use]++
        resolve()
      }
      const timer = setTimeout(() => {
        waiting[use].splice(waiting[use].indexOf(enter), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, pool.options.connectionTimeoutMillis)
      waiting[use].push(enter)
    })
  }
  const giveBack = (use: Use): void => {
    running[use]--
    for (const next of ['transaction', 'statement'] as const) {
      while (waiting[next].length > 0 && isFree(next)) waiting[next].shift()?.()
    }
  }
  const run = async <T>(use: Use, work: () => Promise<T>): Promise<T> => {
    await take(use)
    try {
      return await work()
    } finally {
      giveBack(use)
    }
  }

  const query = pool.query.bind(pool)
  const limited = (...args: Parameters<typeof query>) => run('statement', async () => query(...args))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same function, of which nothing uses the forms with a callback
  pool.query = limited as typeof pool.query
  /** The same pool, whose statements wait for no other. */
  const urgent: pg.Pool = Object.create(pool, { query: { value: query } })
  return { urgent, transaction: <T>(work: () => Promise<T>) => run('transaction', work) }
}
