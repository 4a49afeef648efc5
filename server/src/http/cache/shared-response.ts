import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Db } from '#db/client.ts'
import { notFound } from '../errors.ts'
import { acceptedEncoding, type Encoding, worthCompressing } from '../compression.ts'
import { hasVersion } from '../etag.ts'
import { withSignedMedia } from '../signed-media.ts'
import type { Entry } from './response-cache.ts'

type Part<K extends string, S> = S extends TSchema ? { [key in K]: Static<S> } : unknown
/** What a request asks for, validated. */
type Asked<E extends Endpoint> = Part<'params', E['schema']['params']> & Part<'query', E['schema']['querystring']>

interface SharedRoute<E extends Endpoint> {
  /** The maximum age, for changes that no write causes, such as a poll that closes. */
  seconds: number
  /** Runs before a cached response is sent. */
  guard?: onRequestHookHandler
  /**
   * The response leaves out whom the viewer has muted. The few who mute others get their own, from the primary, so that they
   * see the effect of a mute at once.
   */
  leavesOutMuted?: true
  /** Undefined is a 404. `muterId` is 0 unless the response leaves out whom this user has muted. */
  read: (db: Db, asked: Asked<E>, muterId: number) => Promise<Output<E> | undefined>
}

/** Adds a route whose response is computed once, cached, and the same for every client. */
export function shareRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { seconds, guard, leavesOutMuted, read }: SharedRoute<E>,
): void {
  app.route({
    ...endpoint,
    onRequest: guard ? [guard, sendCached] : sendCached,
    handler: async (request, reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify has validated it by the endpoint's schema
      const asked = request as unknown as Asked<E>
      const find = async (db: Db, muterId: number) => {
        const found = await read(db, asked, muterId)
        if (found === undefined) throw notFound(endpoint.schema.missing ?? 'Page')
        return found
      }
      const share = leavesOutMuted ? shareUnlessMuting : shareResponse
      return share(endpoint, seconds, request, reply, find)
    },
  })
}

/** Sends a cached response before anything else runs. */
function sendCached(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const entry = request.muterId === 0 ? request.server.cache.findByUrl(request.url) : undefined
  if (entry) void sendEntry(entry, request, reply)
  else done()
}

/** Handler of a route whose response is the same for all clients of an `audience`: computes, caches and sends it. */
export async function shareResponse<E extends Endpoint>(
  endpoint: E,
  seconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: (db: Db, muterId: number) => Promise<Output<E>>,
  audience = '',
): Promise<never> {
  const entry = await findShared(endpoint, seconds, request, reply, compute, audience)
  const { key, hasOnlyDeclared } = cacheKey(endpoint, request)
  // A response that is found by its address is sent before the viewer is identified.
  if (hasOnlyDeclared && audience === '') request.server.cache.addUrl(request.url, key)
  return sent(await sendEntry(entry, request, reply))
}

/** The response that is the same for all clients of an `audience`: from the cache, or computed. */
async function findShared<E extends Endpoint>(
  endpoint: E,
  seconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: (db: Db, muterId: number) => Promise<Output<E>>,
  audience = '',
): Promise<Entry> {
  const { key, isSearch } = cacheKey(endpoint, request)
  const keyOfAudience = audience === '' ? key : `${key}#${audience}`
  return request.server.cache.getOrCompute(keyOfAudience, { seconds, isSearch }, async (db) => {
    const value = await compute(db, 0)
    const serialize = reply.getSerializationFunction('200')
    if (!serialize) throw new Error(`${endpoint.url} has no response schema`)
    // It is kept for minutes, and a signature is valid for an hour or more.
    return withSignedMedia(request.server.config.jwtSecret, serialize(value))
  })
}

/**
 * Handler of a route whose response is the same for all clients of an `audience`, except for what `addOwn` adds for the viewer. It
 * returns undefined if there is nothing to add, and must not change its argument, which others share.
 */
export async function shareExceptOwn<E extends Endpoint>(
  endpoint: E,
  seconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: (db: Db) => Promise<Output<E>>,
  addOwn: (shared: Output<E>) => Promise<Output<E> | undefined>,
  audience = '',
): Promise<Output<E>> {
  const entry = await findShared(endpoint, seconds, request, reply, compute, audience)
  const own = await addOwn(valueOf(endpoint, entry))
  return own ?? sent(await sendEntry(entry, request, reply))
}

const values = new WeakMap<Entry, unknown>()

/** What was serialized, parsed once. */
function valueOf<E extends Endpoint>(_endpoint: E, entry: Entry): Output<E> {
  const value = values.get(entry) ?? JSON.parse(entry.bytes.toString())
  values.set(entry, value)
  return value
}

/** `shareResponse` for a response that leaves out whom the viewer has muted. */
export async function shareUnlessMuting<E extends Endpoint>(
  endpoint: E,
  seconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: (db: Db, muterId: number) => Promise<Output<E>>,
  audience?: string,
): Promise<Output<E>> {
  const { muterId, server } = request
  if (muterId !== 0) return compute(server.db, muterId)
  return shareResponse(endpoint, seconds, request, reply, compute, audience)
}

/**
 * The cache key of a response: the endpoint's URL with its declared, validated parameters. Order and spelling of parameters
 * and unknown parameters make no difference. `isSearch`: contains free text, so the number of keys is unlimited.
 * `hasOnlyDeclared`: the URL has no unknown parameter.
 */
function cacheKey({ url, schema }: Endpoint, request: FastifyRequest) {
  const [params, query] = [recordOf(request.params), recordOf(request.query)]
  const path = url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const declared = Object.entries(recordOf(recordOf(schema.querystring)['properties']))
  const present = declared.filter(([name]) => query[name] !== undefined)
  const text = new URLSearchParams(present.map(([name]): [string, string] => [name, String(query[name])])).toString()
  return {
    key: text === '' ? path : `${path}?${text}`,
    isSearch: present.some(([, property]) => recordOf(property)['type'] === 'string'),
    hasOnlyDeclared: present.length === Object.keys(query).length,
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any object can be read by name
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Fastify treats a returned response as "already sent", but its types require the body. */
export function sent(reply: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify does not use the value
  return reply as never
}

/**
 * Sends 304 or the bytes, compressed if the client accepts that. They are JSON, unless the type of `reply` is set.
 * @param cacheControl By `no-cache`, browsers store the response but revalidate it each time, which usually results in a 304.
 */
export function sendEntry(
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl = 'no-cache',
): FastifyReply | Promise<FastifyReply> {
  reply.header('etag', entry.etag).header('cache-control', cacheControl).header('vary', 'accept-encoding')
  if (hasVersion(request, entry.etag)) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8')
  const encoding =
    entry.bytes.length < worthCompressing ? undefined : acceptedEncoding(request.headers['accept-encoding'])
  return encoding ? sendCompressed(entry, encoding, reply) : reply.send(entry.bytes)
}

async function sendCompressed(entry: Entry, encoding: Encoding, reply: FastifyReply): Promise<FastifyReply> {
  const bytes = await reply.server.cache.compressed(entry, encoding)
  return reply.header('content-encoding', encoding).send(bytes)
}
