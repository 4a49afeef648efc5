import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, Entry } from './reply-cache.ts'

const worthCompressing = 1_000
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Invalidate before replying, so that a client always sees its own write: the hint that comes round through the database
 * is later. `/api/polls/7/vote/` concerns everything under `/api/polls/`.
 */
export function forgetAfterWrites(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (writes.has(request.method) && reply.statusCode < 300) {
      const area = /^\/api\/[^/]+\//.exec(request.url)?.[0]
      if (area) app.cache.forget(area)
    }
    done()
  })
}

/** `onRequest` of a route with a shared reply: what is fresh is sent before anything else runs. */
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
  endpoint: E,
  seconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: () => Promise<Output<E>>,
): Promise<never> {
  const { cache } = request.server
  const { key, isSearch, isWhole } = keyOf(endpoint, request)
  const entry = await cache.obtain(key, { seconds, isSearch }, async () => {
    const value = await compute()
    const serialise = reply.getSerializationFunction('200')
    if (!serialise) throw new Error(`${endpoint.url} has no response schema`)
    return serialise(value)
  })
  if (isWhole) cache.addUrl(entry, request.url)
  return sent(await sendEntry(entry, request, reply))
}

/**
 * The key of a reply, from the endpoint's address and its declared parameters as they were validated: their order, their
 * spelling and parameters that the endpoint does not know make no difference. `isSearch`: holds free text, of which there
 * is no end. `isWhole`: the address has no unknown parameter.
 */
function keyOf({ url, schema }: Endpoint, request: FastifyRequest) {
  const [params, query] = [recordOf(request.params), recordOf(request.query)]
  const path = url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const declared = Object.entries(recordOf(recordOf(schema.querystring)['properties']))
  const given = declared.filter(([name]) => query[name] !== undefined)
  const text = new URLSearchParams(given.map(([name]): [string, string] => [name, String(query[name])])).toString()
  return {
    key: text === '' ? path : `${path}?${text}`,
    isSearch: given.some(([, one]) => recordOf(one)['type'] === 'string'),
    isWhole: given.length === Object.keys(query).length,
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any object can be read by name
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
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
  const bytes = await reply.server.cache.compressed(entry, encoding)
  return reply.header('content-encoding', encoding).send(bytes)
}

function accepted(header: string | string[] | undefined): Encoding | undefined {
  const wanted = String(header ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(wanted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(wanted)) return 'gzip'
  return undefined
}
