import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db, sqlStateOf } from './client.ts'
import { isAway, isDisconnected } from './error-facts.ts'
import { lockActive } from './people.ts'
import { prepareStatement } from './statement.ts'

interface Waiting<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

interface Options<Input, Result> {
  /** For the metrics. */
  name: string
  /**
   * Writes all inputs in the given transaction. May run again. Each input is of another user. Users in `active` are locked; the
   * others may not act.
   */
  write(tx: Db, inputs: readonly Input[], active: ReadonlySet<number>): Promise<Written<Result>>
  /**
   * Whether the rows that this input wrote are in the database, or undefined if it wrote none. The writer asks if the connection
   * was lost during the commit, because PostgreSQL may give the id of a transaction that a crash lost to another one.
   */
  isStored?(db: Db, input: Input, result: Result): Promise<boolean> | undefined
  /** Inputs of different queues are written side by side, in transactions of their own. By default, there is one queue. */
  queueOf?(input: Input): string
  maxBatch?: number
  /** The most inputs that wait in each queue. */
  maxWaiting?: number
  /** How many milliseconds inputs wait for a database that writes, such as while another server takes over. */
  patience?: number
}

interface Written<Result> {
  /** One per input, in their order. */
  results: Result[]
  /** Statements that are sent together with COMMIT, which saves a round trip. If one fails, nothing is written. */
  last?: Promise<unknown>
}

/** What a writer has to do on one database. */
interface Work<Input, Result> {
  queues: Map<string, Waiting<Input, Result>[]>
  unfinished: Set<Promise<Result>>
}

/** Thrown by `BatchWriter.add` when too many inputs wait. Clients get 503 (http/errors.ts). */
export class BatchWriterFull extends Error {
  override name = 'BatchWriterFull'
}

/**
 * Group commit: while one transaction commits, the inputs that arrive wait and form the next one. Planning, round trips and
 * the flush to disk are paid once per batch, and rows that everybody updates are locked once per batch. An input on an
 * idle server is written in the next turn of the event loop.
 *
 * Like every command, a batch first locks its users. If another transaction has locked one of them, that user's input is
 * written in a transaction of its own, so that it does not keep the others waiting.
 */
export class BatchWriter<Input extends { userId: number }, Result> {
  /** Called for each batch before it is written. */
  static onBatch: ((writer: string, size: number) => void) | undefined
  static readonly #all = new Set<{ waitingOn(db: Db): number }>()

  /** The writes that wait for a batch on a database, of all writers. */
  static waiting(db: Db): number {
    return [...BatchWriter.#all].reduce((sum, writer) => sum + writer.waitingOn(db), 0)
  }

  readonly #options: Options<Input, Result> & { maxBatch: number; maxWaiting: number; patience: number }
  readonly #work = new WeakMap<Db, Work<Input, Result>>()

  constructor({ maxBatch = 100, maxWaiting = 2_000, patience = 12_000, ...options }: Options<Input, Result>) {
    this.#options = { ...options, maxBatch, maxWaiting, patience }
    BatchWriter.#all.add(this)
  }

  waitingOn(db: Db): number {
    return [...this.#workOn(db).queues.values()].reduce((sum, queue) => sum + queue.length, 0)
  }

  /**
   * Resolves with this input's result once its transaction has committed.
   * @throws BatchWriterFull, or the error of this input's own write
   */
  add(db: Db, input: Input): Promise<Result> {
    const { queues, unfinished } = this.#workOn(db)
    const key = this.#options.queueOf?.(input) ?? ''
    const queue = queues.get(key) ?? []
    if (queue.length >= this.#options.maxWaiting) return Promise.reject(new BatchWriterFull('Too many writes wait'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    queue.push({ input, resolve, reject })
    unfinished.add(promise)
    const finish = () => unfinished.delete(promise)
    promise.then(finish, finish)
    if (!queues.has(key)) {
      queues.set(key, queue)
      void this.#run(db, queue, () => queues.delete(key))
    }
    return promise
  }

  /** Resolves once everything that was added before is written, or has failed. */
  async flush(db: Db): Promise<void> {
    await Promise.allSettled(this.#workOn(db).unfinished)
  }

  #workOn(db: Db): Work<Input, Result> {
    const work = this.#work.get(db) ?? { queues: new Map(), unfinished: new Set() }
    this.#work.set(db, work)
    return work
  }

  /** Never rejects. */
  async #run(db: Db, queue: Waiting<Input, Result>[], end: () => void): Promise<void> {
    while (queue.length > 0) {
      // Inputs that have arrived but are not read from their sockets yet join this batch.
      await nextTurn()
      const batch = this.#takeBatch(queue)
      BatchWriter.onBatch?.(this.#options.name, batch.length)
      for (const waiting of await this.#writeBatch(db, batch)) void this.#writeAlone(db, waiting)
    }
    end()
  }

  /** A user's second input may depend on the first, so it waits for the next batch. */
  #takeBatch(queue: Waiting<Input, Result>[]): Waiting<Input, Result>[] {
    const byUser = Map.groupBy(queue.splice(0, this.#options.maxBatch), ({ input }) => input.userId)
    queue.unshift(...[...byUser.values()].flatMap((inputs) => inputs.slice(1)))
    return [...byUser.values()].flatMap((inputs) => inputs.slice(0, 1))
  }

  /**
   * Tries a failed batch again as a whole, because most failures are temporary. Never rejects.
   * @returns the inputs that are still to be written, each alone, so that one input never fails another.
   */
  async #writeBatch(db: Db, batch: Waiting<Input, Result>[]): Promise<Waiting<Input, Result>[]> {
    const deadline = performance.now() + this.#options.patience
    for (let tries = 1; ; tries++) {
      try {
        return await this.#write(db, batch)
      } catch (error) {
        const isUnknown = error instanceof UnknownOutcome
        const mayPass = isDisconnected(error) && performance.now() < deadline
        if (!isUnknown && (tries === 1 || mayPass)) {
          if (tries > 1) await pause(pauseMilliseconds)
          continue
        }
        if (!isUnknown && !isAway(error)) return batch
        for (const { reject } of batch) reject(isUnknown ? error.cause : error)
        return []
      }
    }
  }

  /** Never rejects. */
  async #writeAlone(db: Db, waiting: Waiting<Input, Result>): Promise<void> {
    await this.#write(db, [waiting], { wait: true }).catch((error: unknown) =>
      waiting.reject(error instanceof UnknownOutcome ? error.cause : error),
    )
  }

  /** Writes those inputs whose users are free, or with `wait` all, and resolves them. @returns the others. */
  async #write(db: Db, batch: Waiting<Input, Result>[], { wait } = { wait: false }): Promise<Waiting<Input, Result>[]> {
    let attempt: Attempt<Input, Result> | undefined
    let last: Promise<unknown> | undefined
    try {
      await db.transaction(async (tx) => {
        attempt = undefined
        // Both statements are sent at once.
        const [active, transactionId] = await Promise.all([
          lockActive(
            tx,
            batch.map(({ input }) => input.userId),
            { wait },
          ),
          currentTransaction(tx),
        ])
        const written = wait ? batch : batch.filter(({ input }) => active.has(input.userId))
        const inputs = written.map(({ input }) => input)
        const output = inputs.length > 0 ? await this.#options.write(tx, inputs, active) : { results: [] }
        last = output.last?.then(
          () => undefined,
          (error: unknown) => error,
        )
        attempt = {
          transactionId,
          results: written.map((entry, index) => {
            const result = output.results[index]
            if (result === undefined) throw new Error('write() returned no result for an input')
            return { ...entry, result }
          }),
        }
      })
    } catch (error) {
      // The connection was lost during the commit. Writing again would find the own rows and take them for earlier ones.
      if (!attempt || !(await this.#isCommitted(db, attempt, error))) throw (await last) ?? error
    }
    const written = new Map(attempt?.results.map((result) => [result.input, result]))
    for (const { resolve, result } of written.values()) resolve(result)
    return batch.filter(({ input }) => !written.has(input))
  }

  /** Asks for a while, because PostgreSQL may be restarting, or another server takes over. @throws UnknownOutcome */
  async #isCommitted(db: Db, { transactionId, results }: Attempt<Input, Result>, cause: unknown): Promise<boolean> {
    const deadline = performance.now() + this.#options.patience
    do {
      const status = await statusOf(db, transactionId).catch(() => 'unreachable')
      if (status === 'committed') {
        // All of a transaction is stored, or nothing.
        for (const { input, result } of results) {
          const isStored = await this.#options.isStored?.(db, input, result)
          if (isStored !== undefined) return isStored
        }
        return true
      }
      if (status !== 'unreachable' && status !== 'in progress') return false
      await pause(pauseMilliseconds)
    } while (performance.now() < deadline)
    throw new UnknownOutcome('PostgreSQL does not say whether a batch was written', { cause })
  }
}

interface Attempt<Input, Result> {
  transactionId: string
  results: (Waiting<Input, Result> & { result: Result })[]
}

/** Callers get its cause. The batch must not be written again. */
class UnknownOutcome extends Error {}

const pauseMilliseconds = 250

const readTransactionId = prepareStatement<{ id: string }>(
  'transaction_id',
  sql`select pg_current_xact_id()::text as id`,
)

async function currentTransaction(tx: Db): Promise<string> {
  const [row] = await readTransactionId(tx)
  return row?.id ?? ''
}

/**
 * The status of a transaction; undefined if PostgreSQL lost the transaction in a crash or does not remember it. The statement
 * also writes to the log: a primary without its synchronous replicas then does not answer, and what it committed alone is lost.
 */
async function statusOf(db: Db, transactionId: string): Promise<string | undefined> {
  try {
    const { rows } = await db.execute<{ status: string | null }>(
      sql`select pg_xact_status(${transactionId}::xid8) as status, pg_logical_emit_message(true, 'wtpu', '')`,
    )
    return rows[0]?.status ?? undefined
  } catch (error) {
    // "transaction ID is in the future"
    if (sqlStateOf(error) === '22023') return undefined
    throw error
  }
}
