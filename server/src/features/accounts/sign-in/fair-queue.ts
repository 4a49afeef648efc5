import { unavailable } from '#http/errors.ts'

/** On whose behalf something is done. */
export interface Caller {
  /** As `networkOf` writes it; empty for the server itself, which no bound per network holds back. */
  network: string
  /** Whether somebody has signed in from this network before. */
  known: boolean
}

interface Bounds {
  /** What runs at once. */
  concurrency: number
  /** Places per lane, running ones included. */
  places: number
  placesPerNetwork: number
}

type Lane = 'known' | 'unknown'

/** A place in the queue: release it with `using`. It may run several times, one after the other. */
export interface Place extends Disposable {
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * A bounded queue for work that a flood of requests must not take over. Known callers have a lane of their own, so that a flood of strangers
 * neither fills nor delays it, and no network can take all places of a lane.
 */
export class FairQueue {
  readonly #bounds: Bounds
  readonly #waiting: Record<Lane, (() => void)[]> = { known: [], unknown: [] }
  readonly #taken: Record<Lane, number> = { known: 0, unknown: 0 }
  readonly #takenBy = new Map<string, number>()
  #running = 0
  #served = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** @throws ApiError 503 when there is no place left. */
  enter({ network, known }: Caller): Place {
    const lane: Lane = known ? 'known' : 'unknown'
    const ofNetwork = this.#takenBy.get(network) ?? 0
    const isFull = this.#taken[lane] >= this.#bounds.places
    if (network !== '' && (isFull || ofNetwork >= this.#bounds.placesPerNetwork)) throw unavailable()
    this.#taken[lane] += 1
    this.#takenBy.set(network, ofNetwork + 1)
    return { run: (work) => this.#run(lane, work), [Symbol.dispose]: () => this.#leave(lane, network) }
  }

  async #run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.concurrency) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting[lane].push(resolve))
    try {
      return await work()
    } finally {
      // The next in line takes over the place among the running.
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Known callers first, except every fourth time: neither lane waits for ever. */
  #next(): (() => void) | undefined {
    this.#served += 1
    const { known, unknown } = this.#waiting
    return this.#served % 4 === 0 ? (unknown.shift() ?? known.shift()) : (known.shift() ?? unknown.shift())
  }

  #leave(lane: Lane, network: string): void {
    this.#taken[lane] -= 1
    const left = (this.#takenBy.get(network) ?? 1) - 1
    if (left === 0) this.#takenBy.delete(network)
    else this.#takenBy.set(network, left)
  }
}
