import type { ServerResponse } from 'node:http'
import type { ErrorBody } from '@wtpu/contract/errors'
import { liveUrl } from '@wtpu/contract/live'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { descriptorLimit } from './descriptors.ts'
import { listen, type Log } from './listen.ts'

const heartbeatMilliseconds = 15_000
/** A browser that stopped reading would fill our memory; it reconnects when it wakes. */
const maxUnreadBytes = 64_000
/** Descriptors that streams leave for requests, the database and files. */
const reservedDescriptors = 256

interface Limits {
  total: number
  perNetwork: number
}

type Joined = 'joined' | 'full' | 'network full'

export interface LiveStream {
  /** Adds a browser, counted for its network until its connection closes. */
  join(response: ServerResponse, network: string): Joined
  /** Sends a stale path to this server's own browsers and drops its cached replies. */
  hint(path: string): void
  /** Resolves after the first attempt to listen, successful or not. */
  ready: Promise<void>
  close(): Promise<void>
}

interface Options {
  databaseUrl: string
  /** Called for each hint at once, before it is sent to any browser. */
  onStale(path: string): void
  log: Log
  limits?: Partial<Limits>
}

/** Listens to the database's hints and passes each path on to the open browsers, at most once a second. */
export function openStream({ databaseUrl, onStale, log, limits }: Options): LiveStream {
  const browsers = openBrowsers({ total: limits?.total ?? 5_000, perNetwork: limits?.perNetwork ?? 20 })
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const pass = () => {
    timer = undefined
    if (waiting.size === 0) return
    browsers.send([...waiting].map((path) => `data: ${path}\n\n`).join(''))
    waiting.clear()
    timer = setTimeout(pass, 1_000)
  }
  const hint = (path: string) => {
    onStale(path)
    waiting.add(path)
    // The first hint is sent at once; those of the following second wait for its end.
    timer ??= setTimeout(pass, 0)
  }
  const listener = listen(databaseUrl, hint, log)
  const heartbeat = setInterval(() => browsers.send('event: ping\ndata:\n\n'), heartbeatMilliseconds)

  return {
    ready: listener.ready,
    hint,
    join: browsers.join,
    async close() {
      clearTimeout(timer)
      clearInterval(heartbeat)
      browsers.end()
      await listener.close()
    },
  }
}

/** The open responses and how many each network has. */
function openBrowsers({ total, perNetwork }: Limits) {
  const open = new Set<ServerResponse>()
  const byNetwork = new Map<string, number>()
  const max = Math.max(1, Math.min(total, descriptorLimit() - reservedDescriptors))

  const leave = (response: ServerResponse, network: string) => {
    if (!open.delete(response)) return
    const left = (byNetwork.get(network) ?? 1) - 1
    if (left > 0) byNetwork.set(network, left)
    else byNetwork.delete(network)
  }
  return {
    join(response: ServerResponse, network: string): Joined {
      const count = byNetwork.get(network) ?? 0
      if (count >= perNetwork) return 'network full'
      if (open.size >= max) return 'full'
      open.add(response)
      byNetwork.set(network, count + 1)
      response.on('close', () => leave(response, network))
      response.on('error', () => leave(response, network))
      return 'joined'
    },
    send(text: string): void {
      for (const response of open) {
        if (response.writableLength > maxUnreadBytes) response.destroy()
        else response.write(text)
      }
    },
    end(): void {
      for (const response of open) response.end()
    },
  }
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Open to everybody: hints carry paths, no content. `networkOf` is what the limit per network counts. */
export function liveRoutes(
  app: FastifyInstance,
  stream: LiveStream,
  networkOf: (request: FastifyRequest) => string,
): void {
  app.get(liveUrl, { schema: { hide: true }, exposeHeadRoute: false }, (request, reply): void => {
    // The client has gone away already: `close` will not be emitted again.
    if (reply.raw.destroyed) return void reply.hijack()
    const joined = stream.join(reply.raw, networkOf(request))
    if (joined !== 'joined') return refuse(reply, joined)
    reply.hijack()
    reply.raw.writeHead(200, headers)
    reply.raw.write('retry: 2000\n\n')
  })
  app.head(liveUrl, { schema: { hide: true } }, (_request, reply) => reply.headers(headers).send())
}

function refuse(reply: FastifyReply, reason: 'full' | 'network full'): void {
  const [status, detail] =
    reason === 'full'
      ? [503, 'Too many live connections. Please try again later.']
      : [429, 'Too many live connections from your network. Please try again later.']
  void reply
    .code(status)
    .headers({ 'retry-after': 30, 'cache-control': 'no-store' })
    .send({ code: 'too_many_streams', detail } satisfies ErrorBody)
}
