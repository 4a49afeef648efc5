import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The bytes of one reply, made once: as they are, and compressed when somebody first asks. */
interface Entry {
  etag: string
  bytes: Buffer
  staleAt: number
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
}
type Encoding = 'br' | 'gzip'

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}
const worthCompressing = 1_000
const maxEntries = 1_000

/**
 * Replies that are the same for everybody, kept until their path is hinted stale or their time is over. Polling then
 * costs no database and no serialisation: `If-None-Match` compares two strings.
 */
export class ReplyCache {
  readonly #entries = new Map<string, Entry>()
  readonly #underWay = new Map<string, Promise<Entry>>()

  /** Drops every reply below a path: a hint for `/api/polls/` reaches `/api/polls/?filter=recent` and `/api/polls/7/`. */
  forget(path: string): void {
    for (const kept of [this.#entries, this.#underWay]) {
      // What is under way started before the change: its callers get it, nobody after them does.
      for (const url of kept.keys()) if (url.startsWith(path)) kept.delete(url)
    }
  }

  /**
   * Whoever wrote reads their own write: this server forgets before it answers, without waiting for the hint to come
   * round through the database. `/api/polls/7/vote/` concerns everything under `/api/polls/`.
   */
  forgetAfterWrites(app: FastifyInstance): void {
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (request.method !== 'GET' && reply.statusCode < 300) {
        const area = /^\/api\/[^/]+\//.exec(request.url)?.[0]
        if (area) this.forget(area)
      }
      done()
    })
  }

  fresh(url: string): Entry | undefined {
    const entry = this.#entries.get(url)
    if (entry && entry.staleAt > performance.now()) return entry
    return undefined
  }

  /** One computation at a time for one address, however many wait for it. */
  async obtain(url: string, seconds: number, serialise: () => Promise<string>): Promise<Entry> {
    const underWay = this.#underWay.get(url)
    if (underWay) return underWay
    const promise = serialise().then((text) => newEntry(text, seconds))
    this.#underWay.set(url, promise)
    try {
      const entry = await promise
      if (this.#underWay.get(url) === promise) this.#keep(url, entry)
      return entry
    } finally {
      if (this.#underWay.get(url) === promise) this.#underWay.delete(url)
    }
  }

  #keep(url: string, entry: Entry): void {
    this.#entries.delete(url)
    this.#entries.set(url, entry)
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest)
  }
}

function newEntry(text: string, seconds: number): Entry {
  const bytes = Buffer.from(text)
  // Weak: the same tag names the identity, gzip and brotli form.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { etag, bytes, staleAt: performance.now() + seconds * 1000, compressed: {} }
}

/** `onRequest` of a route with a shared reply: what is fresh leaves before anything else runs. */
export function cachedReply(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const entry = request.server.cache.fresh(request.url)
  if (entry) void sendEntry(entry, request, reply)
  else done()
}

/**
 * Handler of a route whose reply is the same for everybody: computes and keeps it. `seconds` is the time rule for what
 * changes with the clock alone, such as a poll that closes.
 */
export async function shareReply<E extends Endpoint>(
  _endpoint: E,
  seconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: () => Promise<Output<E>>,
): Promise<never> {
  const entry = await request.server.cache.obtain(request.url, seconds, async () => {
    const value = await compute()
    const serialise = reply.getSerializationFunction('200')
    if (!serialise) throw new Error(`${request.url} has no response schema`)
    return serialise(value)
  })
  return sent(await sendEntry(entry, request, reply))
}

/** To Fastify a returned reply means "already sent"; its types would ask for the body instead. */
function sent(reply: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- never looked at
  return reply as never
}

function sendEntry(entry: Entry, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
  // no-cache: keep it, but ask each time; the answer is nearly always 304.
  reply.header('etag', entry.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === entry.etag) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const encoding = entry.bytes.length < worthCompressing ? undefined : accepted(request.headers['accept-encoding'])
  return encoding ? sendCompressed(entry, encoding, reply) : reply.send(entry.bytes)
}

async function sendCompressed(entry: Entry, encoding: Encoding, reply: FastifyReply): Promise<FastifyReply> {
  const bytes = await (entry.compressed[encoding] ??= compress[encoding](entry.bytes))
  return reply.header('content-encoding', encoding).send(bytes)
}

function accepted(header: string | string[] | undefined): Encoding | undefined {
  const wanted = String(header ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(wanted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(wanted)) return 'gzip'
  return undefined
}
