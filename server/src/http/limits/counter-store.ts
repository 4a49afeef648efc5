import type { FastifyRateLimitStore } from '@fastify/rate-limit'

interface Window {
  count: number
  /** By `performance.now()`. */
  endsAt: number
}

/**
 * Counts requests per key for one limit. Keys over the limit are stored separately, so that a flood of other keys cannot
 * evict a blocked key. That would take as many blocked keys, each with as many requests as the limit allows.
 */
export class CounterStore implements FastifyRateLimitStore {
  readonly #capacity: number
  readonly #counting = new Map<string, Window>()
  readonly #blocked = new Map<string, Window>()

  /** `capacity`: maximum number of keys under the limit, and of keys over it. */
  constructor(_options?: unknown, capacity = 50_000) {
    this.#capacity = capacity
  }

  incr(
    key: string,
    callback: (error: null, result: { current: number; ttl: number }) => void,
    timeWindow: number,
    max: number,
  ): void {
    const now = performance.now()
    for (const windows of [this.#counting, this.#blocked]) deleteEnded(windows, now)
    const window = this.#find(key, now) ?? this.#add(this.#counting, key, { count: 0, endsAt: now + timeWindow })
    window.count += 1
    if (window.count > max && this.#counting.delete(key)) this.#add(this.#blocked, key, window)
    callback(null, { current: window.count, ttl: Math.ceil(window.endsAt - now) })
  }

  child(): CounterStore {
    return new CounterStore(undefined, this.#capacity)
  }

  #find(key: string, now: number): Window | undefined {
    for (const windows of [this.#blocked, this.#counting]) {
      const window = windows.get(key)
      if (window && window.endsAt > now) return window
      windows.delete(key)
    }
    return undefined
  }

  #add(windows: Map<string, Window>, key: string, window: Window): Window {
    const oldest = windows.keys().next().value
    if (windows.size >= this.#capacity && oldest !== undefined) windows.delete(oldest)
    windows.set(key, window)
    return window
  }
}

/** A map keeps the insertion order, so ended windows come first. */
function deleteEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now) return
    windows.delete(key)
  }
}
