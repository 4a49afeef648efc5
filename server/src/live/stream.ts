import type { ServerResponse } from 'node:http'
import type { ErrorBody } from '@wtpu/contract/endpoint'
import { site } from '@wtpu/contract/site/name'
import { isOpenPath } from '@wtpu/contract/site/parts'
import { liveUrl, type MemberCounts, type PublicCounts, replaySeconds } from '@wtpu/contract/live'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectCounts, type CountedIds } from './counts.ts'
import { collectContent, type ContentIds } from './content-counts.ts'
import { trackIdentities } from './identities.ts'
import { workInSlices } from './slices.ts'
import { invalidationChannel } from './publish.ts'
import { listen, type Log } from './listen.ts'
import { decode, isPublicPath, type Message, type Path } from './messages.ts'
import { paceItems } from './pace.ts'
import { rememberPaths } from './recent-paths.ts'
import type { Redis } from '#redis.ts'
import { constants, deflateRawSync } from 'node:zlib'
import { maxStreams } from './descriptor-limit.ts'

const heartbeatMilliseconds = 15_000
/** Disconnect a browser that has stopped reading before it fills our memory. It reconnects later. */
const maxUnreadBytes = 64_000
/** A stream hears what only members hear of when it has a user, mostly a moment after it was opened. */
const membersReplaySeconds = 2 * replaySeconds

/** Writing to thousands of browsers takes so long in one turn of the event loop that new connections would wait. */
const sliceMilliseconds = 5

export interface LiveStream {
  /**
   * Adds a browser until its connection closes, and then calls `giveBack`, which may happen before: when the stream counts for its
   * user. @returns false if there are too many.
   */
  join(response: ServerResponse, giveBack: () => void, encoding?: 'gzip'): boolean
  /** The event with the ticket that connects a stream with a user. */
  ticketEvent(response: ServerResponse): string
  /** Ends the open streams at random times within so many milliseconds, so that their browsers do not all come back at once. */
  drain(milliseconds: number): void
  /** The number of open streams. */
  browsers(): number
  /** The public invalidations that a browser which joins now may have missed since it fetched its page. */
  missedInvalidations(): string
  /** Handles a message on this server: invalidates its cached responses and sends the path or the counts to its browsers. */
  handle(message: Message): void
  /** Resolves after the first attempt to listen, whether or not it succeeds. */
  ready: Promise<void>
  close(): Promise<void>
}

interface Options {
  databaseUrl: string
  /** A statement for the connection that listens. */
  onConnect?: string
  redis?: Redis
  /** Called for each message immediately, before anything is sent to browsers. */
  onMessage(message: Message, position?: string): void
  /** Takes one of the streams that a user may have. @returns undefined if there is none. */
  takeSlotOf(userId: number): Promise<(() => void) | undefined>
  readCounts(ids: CountedIds): Promise<PublicCounts>
  readContentCounts(ids: ContentIds): Promise<MemberCounts>
  log: Log
  /** The number of open streams. The descriptor limit of the process may allow fewer. */
  max: number
}

/**
 * Listens for messages from the database and Redis. At most once a second, sends all open browsers the paths that are stale and
 * the counts that changed.
 */
export function openStream({
  databaseUrl,
  onConnect = '',
  redis,
  onMessage,
  takeSlotOf,
  readCounts,
  readContentCounts,
  log,
  max,
}: Options): LiveStream {
  const browsers = trackBrowsers(max)
  const membersPaths = rememberPaths(Date.now, { seconds: membersReplaySeconds, stale: [] })
  const missedByMember = (since: number) =>
    invalidationsOf(since < Date.now() - membersReplaySeconds * 1000 ? ['/api/'] : membersPaths.list(since))
  const identities = trackIdentities(browsers.sendTo, takeSlotOf, missedByMember)
  const stalePaths = new Set<string>()
  const isDue = paceItems(browsers.count)
  const recent = rememberPaths()
  let timer: NodeJS.Timeout | undefined
  // Sends the first invalidation immediately and collects those of the following second.
  const plan = () => void (timer ??= setTimeout(flush, 0))
  const sendInvalidation = (path: Path) => {
    stalePaths.add(path)
    plan()
  }
  // On a site for members only, visitors hear one thing: that the settings of the site have changed.
  const isPublic = (path: string) => path === '/api/site/' || (!site.forVisitors && isPublicPath(path))
  const remember = (path: string) => (isPublic(path) ? recent : membersPaths).add(path)
  const sendCounts = (text: string) => (site.forVisitors ? identities.sendToUsers(text) : browsers.send(text))
  const counts = collectCounts({ read: readCounts, send: sendCounts, invalidate: sendInvalidation })
  const content = collectContent({ read: readContentCounts, send: identities.sendToUsers })

  function flush() {
    timer = undefined
    // A browser that joins later gets the counts with its page, or an invalidation that they are stale.
    if (browsers.isEmpty()) counts.clear()
    if (!identities.hasUsers()) content.clear()
    if (stalePaths.size === 0 && counts.isEmpty() && content.isEmpty()) return
    const due = [...stalePaths].filter(isDue)
    const ofMembers = due.filter((path) => !isPublic(path))
    if (ofMembers.length < due.length) browsers.send(invalidationsOf(due.filter(isPublic)))
    if (ofMembers.length > 0) identities.sendToUsers(invalidationsOf(ofMembers))
    // The rest waits for a later second.
    for (const path of due) stalePaths.delete(path)
    timer = setTimeout(flush, 1_000)
    void counts.flush()
    void content.flush()
  }
  const handle = (message: Message, position?: string): void => {
    onMessage(message, position)
    if (!isOpenPath(message.kind === 'counts' ? `/api/${message.of}` : 'path' in message ? message.path : '')) return
    switch (message.kind) {
      case 'session':
        return identities.forget(message.userId)
      case 'blocks':
        return
      case 'site':
        // Open pages read when ratings close.
        remember('/api/site/')
        return sendInvalidation('/api/site/')
      case 'news':
        return identities.sendNews(message.userIds)
      case 'own':
        return identities.sendOwn(message.userIds, message.path)
      case 'ticket':
        if (identities.redeem(message)) content.repeat()
        return plan()
      case 'counts':
        remember(`/api/${message.of}/`)
        counts.add(message.of, message.id)
        return plan()
      case 'activity':
        remember(message.path)
        content.add(message.of, message.id)
        return plan()
      case 'stale':
        remember(message.path)
        return sendInvalidation(message.path)
    }
  }
  const receive = (line: string) => {
    const { message, position } = decode(line)
    handle(message, position)
  }
  const listener = listen(databaseUrl, onConnect, receive, log)
  const invalidateAll = () => handle({ kind: 'stale', path: '/api/' })
  redis?.subscribe(invalidationChannel, (message) => message.split('\n').forEach(receive), invalidateAll)
  const heartbeat = setInterval(() => browsers.send('event: ping\ndata:\n\n'), heartbeatMilliseconds)

  return {
    ready: listener.ready,
    handle,
    join(response, giveBack, encoding) {
      if (!browsers.join(response, encoding)) return false
      identities.add(response, giveBack)
      return true
    },
    ticketEvent: identities.ticketEvent,
    browsers: browsers.count,
    drain: browsers.drain,
    missedInvalidations: () => (site.forVisitors ? '' : invalidationsOf(recent.list())),
    async close() {
      clearTimeout(timer)
      clearInterval(heartbeat)
      browsers.end()
      await listener.close()
    },
  }
}

const invalidationsOf = (paths: readonly string[]) => paths.map((path) => `data: ${path}\n\n`).join('')

function trackBrowsers(wanted: number) {
  const open = new Map<ServerResponse, 'gzip' | undefined>()
  const max = Math.max(1, Math.min(wanted, maxStreams()))
  const inSlices = workInSlices(sliceMilliseconds)
  const sendTo = (to: Iterable<ServerResponse>, text: string): void => {
    // Encoded and compressed once for all browsers.
    const bytes = Buffer.from(text)
    let compressed: Buffer | undefined
    inSlices(to, (response) => {
      if (response.writableLength > maxUnreadBytes) response.destroy()
      else if (open.has(response)) {
        response.write(open.get(response) === 'gzip' ? (compressed ??= compress(bytes)) : bytes)
      }
    })
  }
  return {
    isEmpty: () => open.size === 0,
    count: () => open.size,
    join(response: ServerResponse, encoding?: 'gzip'): boolean {
      if (open.size >= max) return false
      open.set(response, encoding)
      response.on('close', () => open.delete(response))
      response.on('error', () => open.delete(response))
      return true
    },
    send: (text: string) => sendTo(open.keys(), text),
    sendTo,
    drain(milliseconds: number): void {
      for (const response of open.keys()) setTimeout(() => response.end(), Math.random() * milliseconds).unref()
    },
    end(): void {
      for (const response of open.keys()) response.end()
      open.clear()
    },
  }
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}
const firstEvent = 'retry: 2000\n\n'

/**
 * The route is public: a stream without a user hears only paths and counts of what everyone may read.
 * `takeSlot` takes one of the streams that a network may have: it returns the function that gives it back, or undefined if there is
 * none.
 */
export function liveRoutes(
  app: FastifyInstance,
  stream: LiveStream,
  takeSlot: (request: FastifyRequest) => Promise<(() => void) | undefined>,
  release = '',
): void {
  const releaseEvent = release && `event: release\ndata: ${release}\n\n`

  app.get(liveUrl, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply): Promise<void> => {
    const giveBack = await takeSlot(request)
    // If the client has already disconnected, `close` will not be emitted again.
    if (reply.raw.destroyed) {
      giveBack?.()
      return void reply.hijack()
    }
    if (!giveBack) return reject(reply, 'network full')
    const encoding = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? 'gzip' : undefined
    if (!stream.join(reply.raw, giveBack, encoding)) {
      giveBack()
      return reject(reply, 'full')
    }
    reply.hijack()
    reply.raw.writeHead(200, encoding ? { ...headers, 'content-encoding': encoding } : headers)
    const first = Buffer.from(firstEvent + releaseEvent + stream.ticketEvent(reply.raw) + stream.missedInvalidations())
    reply.raw.write(encoding ? Buffer.concat([gzipHeader, compress(first)]) : first)
  })
  app.head(liveUrl, { schema: { hide: true } }, (_request, reply) => reply.headers(headers).send())
}

function reject(reply: FastifyReply, reason: 'full' | 'network full'): void {
  const [status, detail] =
    reason === 'full'
      ? [503, 'Too many live connections. Please try again later.']
      : [429, 'Too many live connections from your network. Please try again later.']
  void reply
    .code(status)
    .headers({ 'retry-after': 30, 'cache-control': 'no-store' })
    .send({ code: 'too_many_streams', detail } satisfies ErrorBody)
}

/**
 * The start of a gzip stream. Any number of parts returned by `compress` can follow it, the same for all browsers, because each
 * ends at a byte boundary and refers to no earlier one. So an event is compressed once, and streams need no state.
 */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

function compress(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
}
