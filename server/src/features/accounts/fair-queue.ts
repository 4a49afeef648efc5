import { overloaded } from '#http/errors.ts'
import { type Bound, boundsOf } from '#http/network.ts'
import { ExpectedReturns } from './expected-returns.ts'

/** The client that a job runs for. */
export interface Caller {
  /** Result of `networkOf`, or empty for the server itself, which is not limited. */
  network: string
  /** Whether the account has signed in from this network before. */
  known: boolean
  /** Whether the account is only being made. */
  isNew?: boolean
}

interface Limits {
  /** How many jobs run at once. */
  concurrency: number
  /** Slots per lane, including those of running jobs. */
  slots: number
  slotsPerNetwork: number
}

type Lane = 'known' | 'unknown' | 'new'

/** A reserved slot. Declare it with `using` to release it. It can run several jobs, one after the other. */
export interface Slot extends Disposable {
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * A bounded queue for expensive jobs. Known callers use a separate lane, so that a flood of requests from unknown callers
 * neither fills nor delays it; so do new accounts, so that a rush of them leaves sign-ins from new networks a share. No network can
 * take all slots of a lane. Those whom a full lane rejects are asked to come again one after the other, as fast as its jobs end, so that
 * a rush is spread instead of returning at once. Those who come when they were asked to have precedence: up to half of the slots are kept for
 * them, and they may take as many again, because jobs may have become slower meanwhile.
 */
export class FairQueue {
  readonly #limits: Limits
  readonly #waiting: Record<Lane, (() => void)[]> = { known: [], unknown: [], new: [] }
  readonly #reserved: Record<Lane, number> = { known: 0, unknown: 0, new: 0 }
  readonly #reservedBy = new Map<string, number>()
  readonly #returns: Record<Lane, ExpectedReturns>
  /** When the last job of a lane ended, and the average time between two ends while others wait. */
  readonly #ends: Record<Lane, { last: number; everyMs: number }> = {
    known: { last: 0, everyMs: 0 },
    unknown: { last: 0, everyMs: 0 },
    new: { last: 0, everyMs: 0 },
  }
  #running = 0
  #served = 0

  constructor(limits: Limits) {
    this.#limits = limits
    const returns = () => new ExpectedReturns(limits.slotsPerNetwork)
    this.#returns = { known: returns(), unknown: returns(), new: returns() }
  }

  /** @throws ApiError 503 if no slot is free. */
  reserve({ network, known, isNew = false }: Caller): Slot {
    const lane: Lane = isNew ? 'new' : known ? 'known' : 'unknown'
    const bounds = boundsOf(network, this.#limits.slotsPerNetwork)
    if (network !== '') {
      if (bounds.some(({ key, max }) => (this.#reservedBy.get(key) ?? 0) >= max)) throw overloaded()
      const returns = this.#returns[lane]
      const isExpected = returns.isDue(network)
      const free = this.#limits.slots - this.#reserved[lane]
      if (
        isExpected
          ? free <= -this.#limits.slots
          : free <= Math.min(returns.countDue(), Math.ceil(this.#limits.slots / 2))
      )
        throw overloaded(returns.ask(network, this.#ends[lane].everyMs))
      if (isExpected) returns.remove(network)
    }
    this.#reserved[lane] += 1
    for (const { key } of bounds) this.#reservedBy.set(key, (this.#reservedBy.get(key) ?? 0) + 1)
    return { run: (work) => this.#run(lane, work), [Symbol.dispose]: () => this.#release(lane, bounds) }
  }

  async #run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting[lane].push(resolve))
    try {
      return await work()
    } finally {
      this.#countEnd(lane)
      // Hand over to the next job, which then counts as running instead of this one.
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  #countEnd(lane: Lane): void {
    const [ends, now] = [this.#ends[lane], performance.now()]
    if (this.#waiting[lane].length > 0) ends.everyMs += (Math.min(now - ends.last, 1_000) - ends.everyMs) / 10
    ends.last = now
  }

  /** Prefers known callers. Of four times, one is for each of the other lanes, so that none starves. */
  #next(): (() => void) | undefined {
    this.#served += 1
    const own = ({ 0: 'unknown', 2: 'new' } as const)[this.#served % 4]
    for (const lane of [own, 'known', 'unknown', 'new'] as const) {
      const job = lane && this.#waiting[lane].shift()
      if (job) return job
    }
    return undefined
  }

  #release(lane: Lane, bounds: readonly Bound[]): void {
    this.#reserved[lane] -= 1
    for (const { key } of bounds) {
      const left = (this.#reservedBy.get(key) ?? 1) - 1
      if (left === 0) this.#reservedBy.delete(key)
      else this.#reservedBy.set(key, left)
    }
  }
}
