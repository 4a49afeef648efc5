import { retrySeconds } from '#http/errors.ts'
import { boundsOf } from '#http/network.ts'

/** The longest time after which a rejected caller is asked to come again. The web repeats such calls by itself. */
const maxRetrySeconds = 20
/** How late a caller may be and still have a slot: the web adds a jitter of up to two seconds. */
const graceMs = 4_000
/** The most callers for whom slots are kept. Others are rejected with `Retry-After`, but get no slot. */
const maxExpected = 1_000

/**
 * When the callers that a full queue has rejected should retry: one after the other, as fast as jobs end. A caller is identified by
 * its network.
 */
export class ExpectedReturns {
  readonly #perNetwork: number
  /** In the order of `at`, by `performance.now()`. */
  #expected: { network: string; keys: ReadonlySet<string>; at: number }[] = []
  #last = 0

  constructor(perNetwork: number) {
    this.#perNetwork = perNetwork
  }

  /** The seconds after which this caller should retry, if a job ends every `everyMs`. */
  ask(network: string, everyMs: number): number {
    const now = performance.now()
    const next = Math.max(now + retrySeconds * 1_000, this.#last + everyMs)
    this.#last = Math.min(next, now + maxRetrySeconds * 1_000)
    const bounds = boundsOf(network, this.#perNetwork)
    const isFull = bounds.some(({ key, max }) => this.#expected.filter(({ keys }) => keys.has(key)).length >= max)
    if (!isFull && this.#expected.length < maxExpected)
      this.#expected.push({ network, keys: new Set(bounds.map(({ key }) => key)), at: this.#last })
    return Math.ceil(Math.round(this.#last - now) / 1_000)
  }

  /** How many callers are due to retry now. */
  countDue(): number {
    const now = performance.now()
    this.#expected = this.#expected.filter(({ at }) => at + graceMs > now)
    const later = this.#expected.findIndex(({ at }) => at > now)
    return later === -1 ? this.#expected.length : later
  }

  isDue(network: string): boolean {
    return this.#expected.slice(0, this.countDue()).some((each) => each.network === network)
  }

  /** Removes a caller that has retried. */
  remove(network: string): void {
    this.#expected.splice(
      this.#expected.findIndex((each) => each.network === network),
      1,
    )
  }
}
