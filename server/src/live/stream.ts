import type { ServerResponse } from 'node:http'
import type { ErrorBody } from '@wtpu/contract/errors'
import { liveUrl } from '@wtpu/contract/live'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { channel } from './changed.ts'

const heartbeatMilliseconds = 15_000
const maxStreams = 5_000

export interface LiveStream {
  /** Adds a browser; false when the house is full. */
  join(response: ServerResponse): boolean
  /** Says to this server's own browsers that a path is stale, and forgets its cached replies. */
  hint(path: string): void
  /** Resolves after the first attempt to listen, whatever came of it. */
  ready: Promise<void>
  close(): Promise<void>
}

interface Options {
  databaseUrl: string
  /** Called for each hint at once, before any browser hears of it. */
  onStale(path: string): void
  log: { warn(object: object, message: string): void }
}

/** Listens to the database's hints and passes each path on to the open browsers, at most once a second. */
export function openStream({ databaseUrl, onStale, log }: Options): LiveStream {
  const browsers = new Set<ServerResponse>()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const send = (text: string) => {
    for (const browser of browsers) {
      // A browser that stopped reading would fill our memory: it reconnects when it wakes.
      if (browser.writableLength > 64_000) browser.destroy()
      else browser.write(text)
    }
  }
  const pass = () => {
    timer = undefined
    if (waiting.size === 0) return
    send([...waiting].map((path) => `data: ${path}\n\n`).join(''))
    waiting.clear()
    timer = setTimeout(pass, 1_000)
  }
  const hint = (path: string) => {
    onStale(path)
    waiting.add(path)
    // The first hint goes out at once; those of the following second wait for its end.
    timer ??= setTimeout(pass, 0)
  }
  const listener = listen(databaseUrl, hint, log)
  const heartbeat = setInterval(() => send('event: ping\ndata:\n\n'), heartbeatMilliseconds)

  return {
    ready: listener.ready,
    hint,
    join(response) {
      if (browsers.size >= maxStreams) return false
      browsers.add(response)
      response.on('close', () => browsers.delete(response))
      response.on('error', () => browsers.delete(response))
      return true
    },
    async close() {
      clearTimeout(timer)
      clearInterval(heartbeat)
      for (const browser of browsers) browser.end()
      await listener.close()
    },
  }
}

/** Open to everybody: hints carry paths, no content. */
export function liveRoutes(app: FastifyInstance, stream: LiveStream): void {
  app.get(liveUrl, { schema: { hide: true } }, (_request, reply): void => {
    if (!stream.join(reply.raw)) {
      const detail = 'Too many live connections. Please try again later.'
      void reply.code(503).send({ code: 'too_many_streams', detail } satisfies ErrorBody)
      return
    }
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    reply.raw.write('retry: 2000\n\n')
  })
}

/** One connection of its own, renewed for ever: a hint that was missed in between may concern everything. */
function listen(databaseUrl: string, hint: (path: string) => void, log: Options['log']) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let lost = false

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: 4_000,
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', ({ payload }) => payload && hint(payload))
    fresh.on('error', () => undefined)
    fresh.on('end', () => again(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (lost) hint('/api/')
      lost = false
    } catch (error) {
      log.warn({ err: error }, 'the live stream cannot reach the database, trying again')
      await fresh.end().catch(() => undefined)
      again(fresh)
    }
  }
  const again = (from: pg.Client) => {
    if (closed || client !== from) return
    client = undefined
    lost = true
    retry = setTimeout(() => void connect(), 1_000)
  }
  // A connection cut without a word (a router, a firewall) is noticed by asking.
  const probe = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => {
      again(asked)
      asked.end().catch(() => undefined)
    })
  }, heartbeatMilliseconds)
  const ready = connect()

  return {
    ready,
    async close() {
      closed = true
      clearInterval(probe)
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
