import { createHmac, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'

/** Answers in time, or the server goes on without Redis until it answers again. */
const answerMilliseconds = 500
const probeMilliseconds = 1_000

interface Log {
  warn(object: object, message: string): void
}

interface Options {
  url: string
  /** Keys and channels of sites with different secrets are different. */
  secret: string
  log: Log
}

const open = (url: string, keyPrefix = '') =>
  createClient({
    url,
    keyPrefix,
    disableOfflineQueue: true,
    // Detects connections that a router or firewall dropped silently.
    pingInterval: probeMilliseconds,
    socket: { connectTimeout: 2_000, socketTimeout: 4_000, reconnectStrategy: () => 500 + Math.random() * 500 },
  })

type Client = ReturnType<typeof open>

/** Connects once, so that a wrong REDIS_URL fails at start. @throws an Error for the terminal. */
export async function checkRedis(url: string): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: 5_000, reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    const { host } = new URL(url)
    throw new Error(
      `Redis at ${host} cannot be used: ${error instanceof Error ? error.message : String(error)}\n` +
        'Check REDIS_URL, or unset it to run without Redis.',
      { cause: error },
    )
  } finally {
    client.destroy()
  }
}

/**
 * Memory and messages that several servers share. Nothing in it is needed: while Redis is away, each server counts alone and
 * sends messages through PostgreSQL.
 */
export class Redis {
  /** Names this process among those that share Redis. It gets another name after each gap. */
  id = randomUUID()
  readonly #site: string
  readonly #client: Client
  readonly #subscriber: Client
  readonly #log: Log
  #isAway = false
  #closed = false

  private constructor({ url, secret, log }: Options) {
    this.#site = `wtpu:${createHmac('sha256', secret).update('redis').digest('hex').slice(0, 8)}:`
    this.#log = log
    this.#client = open(url, this.#site)
    this.#subscriber = open(url)
  }

  /** Resolves once it is connected, or is known to be away. */
  static async open(options: Options): Promise<Redis> {
    const redis = new Redis(options)
    await Promise.all([redis.#client, redis.#subscriber].map((client) => redis.#connect(client)))
    await redis.#sayRunning()
    void redis.#probe()
    return redis
  }

  /** The result of a command, or undefined while Redis is away. */
  async run<T>(command: (client: Client) => Promise<T>): Promise<T | undefined> {
    if (this.#isAway) return undefined
    return this.#try(command)
  }

  async publish(channel: string, message: string): Promise<boolean> {
    return (await this.run((client) => client.publish(`${this.#site}${channel}`, message))) !== undefined
  }

  /** `onGap` is called when messages may have been missed. */
  subscribe(channel: string, onMessage: (message: string) => void, onGap: () => void): void {
    let isFirst = true
    this.#subscriber.on('ready', () => {
      if (!isFirst) onGap()
      isFirst = false
    })
    const start = () =>
      this.#subscriber.subscribe(`${this.#site}${channel}`, onMessage).catch((e: unknown) => this.#miss(e))
    if (this.#subscriber.isReady) void start()
    else this.#subscriber.once('ready', () => void start())
  }

  close(): void {
    this.#closed = true
    for (const client of [this.#client, this.#subscriber]) client.destroy()
  }

  /** Until Redis answers again. Logged once. */
  #miss(error: unknown): void {
    if (this.#isAway || this.#closed) return
    this.#isAway = true
    this.#log.warn({ err: error }, 'Redis is away: servers count limits alone and notify each other through PostgreSQL')
  }

  async #try<T>(command: (client: Client) => Promise<T>): Promise<T | undefined> {
    const late = new AbortController()
    try {
      return await Promise.race([
        command(this.#client),
        sleep(answerMilliseconds, undefined, { signal: late.signal, ref: false }).then(async () => {
          // The answer may be here, but this process was too busy to read it.
          await nextTurn()
          throw new Error(`Redis did not answer in ${answerMilliseconds} ms`)
        }),
      ])
    } catch (error) {
      this.#miss(error)
      return undefined
    } finally {
      late.abort()
    }
  }

  /** Resolves after the first attempt. The client tries again until it is closed. */
  async #connect(client: Client): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    client.on('error', (error) => resolve(this.#miss(error)))
    client.connect().then(() => resolve(), resolve)
    await promise
  }

  /** Notices when Redis is back. */
  async #probe(): Promise<void> {
    while (!this.#closed) {
      await sleep(probeMilliseconds, undefined, { ref: false })
      if (!(await this.#sayRunning()) || !this.#isAway) continue
      this.#isAway = false
      this.#log.warn({}, 'Redis is back')
    }
  }

  /**
   * Marks this process as running for the next 30 seconds. After a gap it uses a new name, so that slots which it could not give
   * back count no longer.
   */
  async #sayRunning(): Promise<boolean> {
    const id = this.#isAway ? randomUUID() : this.id
    const expiration = { type: 'EX', value: 30 } as const
    const said = await this.#try((client) =>
      client.multi().del(`server:${this.id}`).set(`server:${id}`, '1', { expiration }).exec(),
    )
    if (said) this.id = id
    return said !== undefined
  }
}
