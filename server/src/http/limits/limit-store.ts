import cluster, { type Worker } from 'node:cluster'
import { LRUCache } from 'lru-cache'
import type { Redis } from '#redis.ts'

export interface Count {
  current: number
  /** Milliseconds until the count starts again. */
  ttl: number
}

/** Where limits are counted: in memory, in the first of several processes, or in Redis for several machines. */
export interface LimitStore {
  /** Whether other processes use the same limits. */
  readonly isShared: boolean
  /** Counts a request of a key. */
  count(limit: string, key: string, window: number): Promise<Count>
  /** Takes one of `max` slots of a key. @returns the function that gives it back, or undefined if all are taken. */
  take(key: string, max: number): Promise<(() => void) | undefined>
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

  async count(limit: string, key: string, window: number): Promise<Count> {
    const counts = this.#counts.get(limit) ?? newCounts()
    this.#counts.set(limit, counts)
    const current = (counts.get(key) ?? 0) + 1
    counts.set(key, current, { ttl: window })
    return { current, ttl: counts.getRemainingTTL(key) }
  }

  async take(key: string, max: number, holder = 0): Promise<(() => void) | undefined> {
    const slots = this.#slots.get(key) ?? new Map<number, number>()
    if ([...slots.values()].reduce((sum, count) => sum + count, 0) >= max) return undefined
    this.#slots.set(key, slots.set(holder, (slots.get(holder) ?? 0) + 1))
    return () => this.giveBack(key, holder)
  }

  giveBack(key: string, holder: number, count = 1): void {
    const slots = this.#slots.get(key)
    const left = (slots?.get(holder) ?? 0) - count
    if (left > 0) slots?.set(holder, left)
    else slots?.delete(holder)
    if (slots?.size === 0) this.#slots.delete(key)
  }

  /** Frees the slots of a process that has ended. */
  giveBackAll(holder: number): void {
    for (const key of this.#slots.keys()) this.giveBack(key, holder, Infinity)
  }
}

const newCounts = () =>
  new LRUCache<string, number>({
    max: maxKeys,
    noUpdateTTL: true,
    ttlResolution: 0,
    // Looks up the clock at each call, because tests replace it.
    perf: { now: () => performance.now() },
  })

const countScript = `
  local current = redis.call('incr', KEYS[1])
  if current == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
  return { current, redis.call('pttl', KEYS[1]) }`

/** The hash has one field for each process. Processes that have died hold nothing. */
const takeScript = `
  local taken, slots = 0, redis.call('hgetall', KEYS[1])
  for i = 1, #slots, 2 do
    if redis.call('exists', KEYS[2] .. slots[i]) == 1 then taken = taken + slots[i + 1]
    else redis.call('hdel', KEYS[1], slots[i]) end
  end
  if taken >= tonumber(ARGV[2]) then return 0 end
  redis.call('hincrby', KEYS[1], ARGV[1], 1)
  redis.call('expire', KEYS[1], 86400)
  return 1`

const giveBackScript = `
  if redis.call('hincrby', KEYS[1], ARGV[1], -1) <= 0 then redis.call('hdel', KEYS[1], ARGV[1]) end`

/** While Redis is away, each process counts in its own memory. */
class LimitsInRedis implements LimitStore {
  readonly isShared = true
  readonly #redis: Redis
  readonly #alone = new LimitsInMemory()

  constructor(redis: Redis) {
    this.#redis = redis
  }

  async count(limit: string, key: string, window: number): Promise<Count> {
    const counted = await this.#run(countScript, [`count:${limit}:${key}`], [String(window)])
    if (!Array.isArray(counted)) return this.#alone.count(limit, key, window)
    return { current: Number(counted[0]), ttl: Number(counted[1]) }
  }

  async take(key: string, max: number): Promise<(() => void) | undefined> {
    const slots = `slots:${key}`
    const { id } = this.#redis
    const taken = await this.#run(takeScript, [slots, 'server:'], [id, String(max)])
    if (taken === undefined) return this.#alone.take(key, max)
    return taken === 1 ? () => void this.#run(giveBackScript, [slots], [id]) : undefined
  }

  #run(script: string, keys: string[], values: string[]): Promise<unknown> {
    return this.#redis.run((client) => client.eval(script, { keys, arguments: values }))
  }
}

/** What another process asks the first process to do. */
type Call =
  | { name: 'count'; id: number; limit: string; key: string; window: number }
  | { name: 'take'; id: number; key: string; max: number }
  | { name: 'give back'; key: string }
interface Answer {
  answerTo: number
  value: Count | boolean
}

/** Makes the first process count for the others. */
export function countForWorkers(): void {
  const limits = new LimitsInMemory()
  const valueOf = async (call: Exclude<Call, { name: 'give back' }>, worker: number) =>
    call.name === 'count'
      ? limits.count(call.limit, call.key, call.window)
      : (await limits.take(call.key, call.max, worker)) !== undefined
  const answer = async (call: Exclude<Call, { name: 'give back' }>, worker: Worker) => {
    const value = await valueOf(call, worker.id)
    if (worker.isConnected()) worker.send({ answerTo: call.id, value } satisfies Answer)
  }
  cluster.on('message', (worker: Worker, call: Call) => {
    if (call.name === 'give back') return limits.giveBack(call.key, worker.id)
    if (call.name === 'count' || call.name === 'take') void answer(call, worker)
  })
  cluster.on('exit', (worker) => limits.giveBackAll(worker.id))
}

/** Used in the other processes: asks the first process to count. */
class LimitsInFirstProcess implements LimitStore {
  readonly isShared = true
  readonly #waiting = new Map<number, (value: Count | boolean) => void>()
  #lastId = 0

  constructor() {
    process.on('message', ({ answerTo, value }: Answer) => {
      this.#waiting.get(answerTo)?.(value)
      this.#waiting.delete(answerTo)
    })
  }

  async count(limit: string, key: string, window: number): Promise<Count> {
    const count = await this.#ask((id) => ({ name: 'count', id, limit, key, window }))
    return typeof count === 'object' ? count : { current: 1, ttl: window }
  }

  async take(key: string, max: number): Promise<(() => void) | undefined> {
    const taken = await this.#ask((id) => ({ name: 'take', id, key, max }))
    return taken ? () => void process.send?.({ name: 'give back', key } satisfies Call) : undefined
  }

  #ask(call: (id: number) => Call): Promise<Count | boolean> {
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
