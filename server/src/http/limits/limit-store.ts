import cluster, { type Worker } from 'node:cluster'
import type { LRUCache } from 'lru-cache'
import type { Redis } from '#redis.ts'
import { newLru } from '../cache/lru.ts'
import type { Bound } from '../network.ts'

/** Where limits are counted: in memory, in the first of several processes, or in Redis for several machines. */
export interface LimitStore {
  /** Whether other processes use the same limits. */
  readonly isShared: boolean
  /**
   * Counts a request. What is over one bound does not count for the next ones, so that one /64 cannot use up its /48.
   * @returns milliseconds until the count starts again, if the request is over a bound
   */
  count(limit: string, bounds: readonly Bound[], window: number): Promise<number | undefined>
  /** Takes one slot of each key. @returns the function that gives them back, or undefined if all of one key are taken */
  take(what: string, bounds: readonly Bound[]): Promise<(() => void) | undefined>
}

/**
 * The most keys of one limit. If there are more, the key whose last request is the oldest is evicted, so a client that keeps
 * trying stays.
 */
const maxKeys = 50_000

class LimitsInMemory implements LimitStore {
  readonly isShared = false
  readonly #counts = new Map<string, LRUCache<string, number>>()
  /** The number of slots that each process holds, for each key. */
  readonly #slots = new Map<string, Map<number, number>>()

  async count(limit: string, bounds: readonly Bound[], window: number): Promise<number | undefined> {
    const counts = this.#counts.get(limit) ?? newCounts()
    this.#counts.set(limit, counts)
    for (const { key, max } of bounds) {
      const current = (counts.get(key) ?? 0) + 1
      counts.set(key, current, { ttl: window })
      if (current > max) return counts.getRemainingTTL(key)
    }
    return undefined
  }

  async take(what: string, bounds: readonly Bound[], holder = 0): Promise<(() => void) | undefined> {
    const taken = (key: string) => [...(this.#slots.get(key)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
    const keys = slotsKeys(what, bounds)
    if (bounds.some(({ max }, place) => taken(keys[place] ?? '') >= max)) return undefined
    for (const key of keys) {
      const slots = this.#slots.get(key) ?? new Map<number, number>()
      this.#slots.set(key, slots.set(holder, (slots.get(holder) ?? 0) + 1))
    }
    return () => this.giveBack(keys, holder)
  }

  giveBack(keys: Iterable<string>, holder: number, count = 1): void {
    for (const key of keys) {
      const slots = this.#slots.get(key)
      const left = (slots?.get(holder) ?? 0) - count
      if (left > 0) slots?.set(holder, left)
      else slots?.delete(holder)
      if (slots?.size === 0) this.#slots.delete(key)
    }
  }

  /** Frees the slots of a process that has ended. */
  giveBackAll(holder: number): void {
    this.giveBack(this.#slots.keys(), holder, Infinity)
  }
}

const newCounts = () =>
  newLru<string, number>(maxKeys, {
    noUpdateTTL: true,
    ttlResolution: 0,
    // Looks up the clock at each call, because tests replace it.
    perf: { now: () => performance.now() },
  })

/** The arguments are the window and the bound of each key. */
const countScript = `
  for place, key in ipairs(KEYS) do
    local current = redis.call('incr', key)
    if current == 1 then redis.call('pexpire', key, ARGV[1]) end
    if current > tonumber(ARGV[place + 1]) then return redis.call('pttl', key) end
  end
  return -1`

/**
 * Each hash has one field for each process. Processes that have died hold nothing. The arguments: the process, then the bounds. The
 * first key is the start of the names of the running processes, because the client adds the site's prefix to keys alone.
 */
const takeScript = `
  local running = table.remove(KEYS, 1)
  for place, key in ipairs(KEYS) do
    local taken, slots = 0, redis.call('hgetall', key)
    for i = 1, #slots, 2 do
      if redis.call('exists', running .. slots[i]) == 1 then taken = taken + slots[i + 1]
      else redis.call('hdel', key, slots[i]) end
    end
    if taken >= tonumber(ARGV[place + 1]) then return 0 end
  end
  for _, key in ipairs(KEYS) do
    redis.call('hincrby', key, ARGV[1], 1)
    redis.call('expire', key, 86400)
  end
  return 1`

const giveBackScript = `
  for _, key in ipairs(KEYS) do
    if redis.call('hincrby', key, ARGV[1], -1) <= 0 then redis.call('hdel', key, ARGV[1]) end
  end`

const slotsKeys = (what: string, bounds: readonly Bound[]) => bounds.map(({ key }) => `slots:${what} ${key}`)

/** While Redis is away, each process counts in its own memory. */
class LimitsInRedis implements LimitStore {
  readonly isShared = true
  readonly #redis: Redis
  readonly #alone = new LimitsInMemory()

  constructor(redis: Redis) {
    this.#redis = redis
  }

  async count(limit: string, bounds: readonly Bound[], window: number): Promise<number | undefined> {
    const keys = bounds.map(({ key }) => `count:${limit}:${key}`)
    const wait = await this.#run(countScript, keys, [String(window), ...maxima(bounds)])
    if (typeof wait !== 'number') return this.#alone.count(limit, bounds, window)
    return wait < 0 ? undefined : wait
  }

  async take(what: string, bounds: readonly Bound[]): Promise<(() => void) | undefined> {
    const slots = slotsKeys(what, bounds)
    const { id } = this.#redis
    const taken = await this.#run(takeScript, ['server:', ...slots], [id, ...maxima(bounds)])
    if (taken === undefined) return this.#alone.take(what, bounds)
    return taken === 1 ? () => void this.#run(giveBackScript, slots, [id]) : undefined
  }

  #run(script: string, keys: string[], values: string[]): Promise<unknown> {
    return this.#redis.run((client) => client.eval(script, { keys, arguments: values }))
  }
}

const maxima = (bounds: readonly Bound[]) => bounds.map(({ max }) => String(max))

/** What another process asks the first process to do. */
type Call =
  | { name: 'count'; id: number; limit: string; bounds: readonly Bound[]; window: number }
  | { name: 'take'; id: number; what: string; bounds: readonly Bound[] }
  | { name: 'give back'; keys: string[] }
interface Answer {
  answerTo: number
  value: number | boolean | undefined
}

/** Makes the first process count for the others. */
export function countForWorkers(): void {
  const limits = new LimitsInMemory()
  const valueOf = async (call: Exclude<Call, { name: 'give back' }>, worker: number) =>
    call.name === 'count'
      ? limits.count(call.limit, call.bounds, call.window)
      : (await limits.take(call.what, call.bounds, worker)) !== undefined
  const answer = async (call: Exclude<Call, { name: 'give back' }>, worker: Worker) => {
    const value = await valueOf(call, worker.id)
    if (worker.isConnected()) worker.send({ answerTo: call.id, value } satisfies Answer)
  }
  cluster.on('message', (worker: Worker, call: Call) => {
    if (call.name === 'give back') return limits.giveBack(call.keys, worker.id)
    if (call.name === 'count' || call.name === 'take') void answer(call, worker)
  })
  cluster.on('exit', (worker) => limits.giveBackAll(worker.id))
}

/** Used in the other processes: asks the first process to count. */
class LimitsInFirstProcess implements LimitStore {
  readonly isShared = true
  readonly #waiting = new Map<number, (value: Answer['value']) => void>()
  #lastId = 0

  constructor() {
    process.on('message', ({ answerTo, value }: Answer) => {
      this.#waiting.get(answerTo)?.(value)
      this.#waiting.delete(answerTo)
    })
  }

  async count(limit: string, bounds: readonly Bound[], window: number): Promise<number | undefined> {
    const wait = await this.#ask((id) => ({ name: 'count', id, limit, bounds, window }))
    return typeof wait === 'number' ? wait : undefined
  }

  async take(what: string, bounds: readonly Bound[]): Promise<(() => void) | undefined> {
    const taken = await this.#ask((id) => ({ name: 'take', id, what, bounds }))
    if (!taken) return undefined
    return () => void process.send?.({ name: 'give back', keys: slotsKeys(what, bounds) } satisfies Call)
  }

  #ask(call: (id: number) => Call): Promise<Answer['value']> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      process.send?.(call(id))
    })
  }
}

export function openLimitStore(redis: Redis | undefined): LimitStore {
  if (redis) return new LimitsInRedis(redis)
  return cluster.isWorker ? new LimitsInFirstProcess() : new LimitsInMemory()
}
