import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Collects keys that are asked for at the same time and reads them in one query. A key on an idle server is read in the next
 * turn of the event loop; while the maximum number of queries runs, further keys wait and form the next query.
 */
export class BatchReader<Key, Value> {
  readonly #read: (keys: Key[]) => Promise<Value[]>
  readonly #maxBatch: number
  #waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = []
  #running = 0

  /** `read` returns one value per key, in their order. */
  constructor(read: (keys: Key[]) => Promise<Value[]>, maxBatch = 200) {
    this.#read = read
    this.#maxBatch = maxBatch
  }

  load(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (this.#running < maxRunning) void this.#run()
    })
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    this.#running++
    // Keys of requests that arrived together are read in one query.
    await nextTurn()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch)
      try {
        const values = await this.#read(batch.map(({ key }) => key))
        for (const [index, { resolve, reject }] of batch.entries()) {
          const value = values[index]
          if (value === undefined) reject(new Error('read() returned no value for a key'))
          else resolve(value)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#running--
  }
}

/** Several batches run at once, so that one slow connection does not hold up all reads. */
const maxRunning = 3
