/** How many users are served at a time, how many others may wait, and what may wait for each of them. */
const maxServed = 32
const maxWaiting = 5_000
const maxPerUser = 20

/** Serves users in turn, so that what takes long for one user delays only that user. What exceeds the bounds is dropped. */
export class UserQueues<T> {
  readonly #serve: (userId: number, items: T[]) => Promise<void>
  readonly #waiting = new Map<number, T[]>()
  readonly #served = new Map<number, Promise<void>>()

  /** `serve` must not reject. */
  constructor(serve: (userId: number, items: T[]) => Promise<void>) {
    this.#serve = serve
  }

  /** Keeps the latest items of each user. */
  enqueue(userId: number, items: readonly T[]): void {
    const own = this.#waiting.get(userId)
    if (!own && this.#waiting.size >= maxWaiting) return
    this.#waiting.set(userId, [...(own ?? []), ...items].slice(-maxPerUser))
    this.#next()
  }

  async idle(): Promise<void> {
    while (this.#served.size > 0) await Promise.all(this.#served.values())
  }

  #next(): void {
    for (const [userId, items] of this.#waiting) {
      if (this.#served.size >= maxServed) return
      if (this.#served.has(userId)) continue
      this.#waiting.delete(userId)
      const serving = this.#serve(userId, items).finally(() => {
        this.#served.delete(userId)
        this.#next()
      })
      this.#served.set(userId, serving)
    }
  }
}
