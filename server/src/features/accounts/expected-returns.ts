import { retrySeconds } from '#http/errors.ts'

/** The longest time after which a rejected caller is asked to come again. The web repeats such calls by itself. */
const maxRetrySeconds = 20
/** How long after the time that it was asked for a caller is expected: the web adds up to two seconds to it. */
const graceMs = 4_000
/** More callers are asked to come again, but have no place kept for them. */
const maxExpected = 1_000

/**
 * When those whom a full queue rejected come again: one after the other, as fast as its jobs end. A caller is known by its network,
 * because it sends the same call again.
 */
export class ExpectedReturns {
  readonly #perNetwork: number
  /** In the order of `at`, by `performance.now()`. */
  #expected: { network: string; at: number }[] = []
  #last = 0

  constructor(perNetwork: number) {
    this.#perNetwork = perNetwork
  }

  /** In how many seconds this caller should come again, if a job ends every `everyMs`. */
  ask(network: string, everyMs: number): number {
    const now = performance.now()
    const next = Math.max(now + retrySeconds * 1_000, this.#last + everyMs)
    this.#last = Math.min(next, now + maxRetrySeconds * 1_000)
    const ofNetwork = this.#expected.filter((each) => each.network === network).length
    if (ofNetwork < this.#perNetwork && this.#expected.length < maxExpected)
      this.#expected.push({ network, at: this.#last })
    return Math.ceil(Math.round(this.#last - now) / 1_000)
  }

  /** How many callers may come at any moment now. */
  countDue(): number {
    const now = performance.now()
    this.#expected = this.#expected.filter(({ at }) => at + graceMs > now)
    const later = this.#expected.findIndex(({ at }) => at > now)
    return later === -1 ? this.#expected.length : later
  }

  isDue(network: string): boolean {
    return this.#expected.slice(0, this.countDue()).some((each) => each.network === network)
  }

  /** Ends to expect a caller, who has come. */
  remove(network: string): void {
    this.#expected.splice(
      this.#expected.findIndex((each) => each.network === network),
      1,
    )
  }
}
