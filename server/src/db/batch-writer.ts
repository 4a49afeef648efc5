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
 * idle server is written at once.
 */
export class BatchWriter<Input, Result> {
  readonly #db: Db
  readonly #options: Required<Options<Input, Result>>
  readonly #waiting: Waiting<Input, Result>[] = []
  #running = false

  constructor(db: Db, { write, maxBatch = 100, maxWaiting = 2_000 }: Options<Input, Result>) {
    this.#db = db
    this.#options = { write, maxBatch, maxWaiting }
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
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, this.#options.maxBatch))
    this.#running = false
  }

  /** Tries a failed batch again as a whole, then each input alone, so that one input never fails another. Never rejects. */
  async #commit(batch: Waiting<Input, Result>[]): Promise<void> {
    try {
      const results = await this.#write(batch).catch(() => this.#write(batch))
      for (const [index, one] of batch.entries()) {
        const result = results[index]
        if (result === undefined) void this.#writeAlone(one)
        else one.resolve(result)
      }
    } catch (error) {
      if (isUnavailable(error)) for (const { reject } of batch) reject(error)
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
      one.reject(error)
    }
  }

  async #write(batch: Waiting<Input, Result>[], alone = false): Promise<(Result | undefined)[]> {
    let attempt: { transactionId: string; results: (Result | undefined)[] } | undefined
    try {
      return await this.#db.transaction(async (tx) => {
        attempt = undefined
        const results = await this.#options.write(
          tx,
          batch.map(({ input }) => input),
          alone,
        )
        attempt = { transactionId: await currentTransaction(tx), results }
        return results
      })
    } catch (error) {
      // The connection was lost during the commit. Writing again would find the own rows and take them for earlier ones.
      if (attempt && (await hasCommitted(this.#db, attempt.transactionId))) return attempt.results
      throw error
    }
  }
}

const readTransactionId = prepareStatement<{ id: string }>(
  'transaction_id',
  sql`select pg_current_xact_id()::text as id`,
)

async function currentTransaction(tx: Db): Promise<string> {
  const [row] = await readTransactionId(tx)
  return row?.id ?? ''
}

async function hasCommitted(db: Db, transactionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ status: string }>(sql`select pg_xact_status(${transactionId}::xid8) as status`)
  return rows[0]?.status === 'committed'
}

/** No answer from the database, as opposed to an error of a statement. */
function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined || /^(08|57|53)/.test(state)
}
