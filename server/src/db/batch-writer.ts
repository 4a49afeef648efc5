import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { sqlStateOf } from './sql-state.ts'
import { prepareStatement } from './statement.ts'

interface Waiting<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

interface Options<Input, Result> {
  /**
   * Writes all inputs in the given transaction and returns one result per input, in their order. May run again. An undefined
   * result means that the input would have to wait for a lock. It is then written in a transaction of its own, with `alone`
   * set, so that it does not keep others waiting.
   */
  write(tx: Db, inputs: readonly Input[], alone: boolean): Promise<(Result | undefined)[]>
  /**
   * Whether the rows of these results are in the database. Asked if the connection was lost during the commit: after a crash,
   * PostgreSQL may give the id of a lost transaction to another one.
   */
  isStored?(db: Db, inputs: readonly Input[], results: readonly (Result | undefined)[]): Promise<boolean>
  maxBatch?: number
  maxWaiting?: number
}

/** Thrown by `BatchWriter.add` when too many inputs wait. Clients get 503 (http/errors.ts). */
export class BatchWriterFull extends Error {
  override name = 'BatchWriterFull'
}

/**
 * Group commit: while one transaction commits, the inputs that arrive wait and form the next one. Planning, round trips and
 * the flush to disk are paid once per batch, and rows that everybody updates are locked once per batch. An input on an
 * idle server is written in the next turn of the event loop.
 */
export class BatchWriter<Input, Result> {
  readonly #db: Db
  readonly #options: Options<Input, Result> & { maxBatch: number; maxWaiting: number }
  readonly #waiting: Waiting<Input, Result>[] = []
  #running = false

  constructor(db: Db, { maxBatch = 100, maxWaiting = 2_000, ...options }: Options<Input, Result>) {
    this.#db = db
    this.#options = { ...options, maxBatch, maxWaiting }
  }

  /**
   * Resolves with this input's result once its transaction has committed.
   * @throws BatchWriterFull, or the error of this input's own write
   */
  add(input: Input): Promise<Result> {
    if (this.#waiting.length >= this.#options.maxWaiting)
      return Promise.reject(new BatchWriterFull('Too many writes wait'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      if (!this.#running) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      // Inputs that have arrived but are not read from their sockets yet join this batch.
      await nextTurn()
      await this.#commit(this.#waiting.splice(0, this.#options.maxBatch))
    }
    this.#running = false
  }

  /** Tries a failed batch again as a whole, then each input alone, so that one input never fails another. Never rejects. */
  async #commit(batch: Waiting<Input, Result>[]): Promise<void> {
    try {
      const results = await this.#write(batch).catch((error: unknown) => {
        if (error instanceof UnknownOutcome) throw error
        return this.#write(batch)
      })
      for (const [index, one] of batch.entries()) {
        const result = results[index]
        if (result === undefined) void this.#writeAlone(one)
        else one.resolve(result)
      }
    } catch (error) {
      const reason = error instanceof UnknownOutcome ? error.cause : error
      if (isUnavailable(reason)) for (const { reject } of batch) reject(reason)
      else for (const one of batch) await this.#writeAlone(one)
    }
  }

  /** Never rejects. */
  async #writeAlone(one: Waiting<Input, Result>): Promise<void> {
    try {
      const [result] = await this.#write([one], true)
      if (result === undefined) one.reject(new Error('write() returned no result for an input'))
      else one.resolve(result)
    } catch (error) {
      one.reject(error instanceof UnknownOutcome ? error.cause : error)
    }
  }

  async #write(batch: Waiting<Input, Result>[], alone = false): Promise<(Result | undefined)[]> {
    const inputs = batch.map(({ input }) => input)
    let attempt: Attempt<Result> | undefined
    try {
      return await this.#db.transaction(async (tx) => {
        attempt = undefined
        // The question for the id travels with the first statement, and COMMIT is sent after both replies.
        const [results, transactionId] = await Promise.all([
          this.#options.write(tx, inputs, alone),
          currentTransaction(tx),
        ])
        attempt = { transactionId, results }
        return results
      })
    } catch (error) {
      // The connection was lost during the commit. Writing again would find the own rows and take them for earlier ones.
      if (attempt && (await this.#isCommitted(inputs, attempt, error))) return attempt.results
      throw error
    }
  }

  /** Asks for a while, because PostgreSQL may be restarting. @throws UnknownOutcome */
  async #isCommitted(inputs: readonly Input[], attempt: Attempt<Result>, cause: unknown): Promise<boolean> {
    for (let left = questions; left > 0; left--) {
      const status = await statusOf(this.#db, attempt.transactionId).catch(() => 'unreachable')
      if (status === 'committed') {
        return (await this.#options.isStored?.(this.#db, inputs, attempt.results)) ?? true
      }
      if (status !== 'unreachable' && status !== 'in progress') return false
      if (left > 1) await pause(pauseMilliseconds)
    }
    throw new UnknownOutcome('PostgreSQL does not say whether a batch was written', { cause })
  }
}

interface Attempt<Result> {
  transactionId: string
  results: (Result | undefined)[]
}

/** Callers get its cause. The batch must not be written again. */
class UnknownOutcome extends Error {}

const questions = 8
const pauseMilliseconds = 250

const readTransactionId = prepareStatement<{ id: string }>(
  'transaction_id',
  sql`select pg_current_xact_id()::text as id`,
)

async function currentTransaction(tx: Db): Promise<string> {
  const [row] = await readTransactionId(tx)
  return row?.id ?? ''
}

/** Undefined for a transaction that PostgreSQL lost in a crash, or does not remember. */
async function statusOf(db: Db, transactionId: string): Promise<string | undefined> {
  try {
    const { rows } = await db.execute<{ status: string | null }>(
      sql`select pg_xact_status(${transactionId}::xid8) as status`,
    )
    return rows[0]?.status ?? undefined
  } catch (error) {
    // "transaction ID is in the future"
    if (sqlStateOf(error) === '22023') return undefined
    throw error
  }
}

/** No answer from the database, as opposed to an error of a statement. */
function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined || /^(08|57|53)/.test(state)
}
