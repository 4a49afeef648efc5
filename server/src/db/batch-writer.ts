import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Db } from './client.ts'
import { isAway, isDisconnected } from './error-facts.ts'
import { lockActive } from './people.ts'

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
  /**
   * Statements that are sent together with COMMIT, which saves a round trip. They may still complete the results. If one fails,
   * nothing is written.
   */
  last?: Promise<unknown>
}

/** What a writer has to do on one database. */
interface Work<Input, Result> {
  queues: Map<string, Waiting<Input, Result>[]>
  unfinished: Set<Promise<Result>>
}

/** Thrown by `BatchWriter.enqueue` when too many inputs wait. Clients get 503 (http/errors.ts). */
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
   * @throws BatchWriterFull, or the error of this input's own write. If that is a lost connection, the input may be stored.
   */
  enqueue(db: Db, input: Input): Promise<Result> {
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

  /** Resolves once everything that was enqueued before is written, or has failed. */
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
        const mayPass = isDisconnected(error) && performance.now() < deadline
        if (tries === 1 || mayPass) {
          if (tries > 1) await pause(pauseMilliseconds)
          continue
        }
        if (!isAway(error)) return batch
        for (const { reject } of batch) reject(error)
        return []
      }
    }
  }

  /** Never rejects. */
  async #writeAlone(db: Db, waiting: Waiting<Input, Result>): Promise<void> {
    await this.#write(db, [waiting], { wait: true }).catch(waiting.reject)
  }

  /** Writes those inputs whose users are free, or with `wait` all, and settles them. @returns the others. */
  async #write(db: Db, batch: Waiting<Input, Result>[], { wait } = { wait: false }): Promise<Waiting<Input, Result>[]> {
    // Empty until everything has run but the commit.
    const results = new Map<Waiting<Input, Result>, Result>()
    const others = () => batch.filter((waiting) => !results.has(waiting))
    let last: Promise<unknown> | undefined
    try {
      await db.transaction(async (tx) => {
        results.clear()
        const userIds = batch.map(({ input }) => input.userId)
        const active = await lockActive(tx, userIds, { wait })
        const written = wait ? batch : batch.filter(({ input }) => active.has(input.userId))
        const inputs = written.map(({ input }) => input)
        const output = inputs.length > 0 ? await this.#options.write(tx, inputs, active) : { results: [] }
        last = output.last?.then(
          () => undefined,
          (error: unknown) => error,
        )
        for (const [index, waiting] of written.entries()) {
          const result = output.results[index]
          if (result === undefined) throw new Error('write() returned no result for an input')
          results.set(waiting, result)
        }
      })
    } catch (error) {
      if (results.size === 0 || !isDisconnected(error)) throw (await last) ?? error
      // The connection was lost during the commit, so the rows may be stored. Writing again would take them for earlier ones.
      for (const { reject } of results.keys()) reject(error)
      return others()
    }
    await last
    for (const [{ resolve }, result] of results) resolve(result)
    return others()
  }
}

const pauseMilliseconds = 250
