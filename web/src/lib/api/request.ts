import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import { syncClock } from '#lib/time.ts'
import { takeEarlyReply } from './early-data.ts'

/** Specification 7. */
export const requestTimeout = 60_000

/** What a call takes, whatever the endpoint: the types of `Given` are checked in `call`. */
export interface Parts {
  params?: Record<string, string | number>
  querystring?: Record<string, unknown>
  body?: unknown
  files?: Record<string, readonly unknown[] | undefined>
}

export interface Said {
  status: number
  code?: string
  detail?: string
  error?: string
  fields?: Record<string, string[]>
  retryAfter?: number
  cancelled?: boolean
}

/** A call that did not succeed. Status 0: no answer came; `cancelled`: we stopped waiting ourselves. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  /** The server's own sentence; empty when it gave none, so that a screen can say its own. */
  readonly detail: string
  readonly error: string
  readonly fields: Record<string, string[]>
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined
  readonly cancelled: boolean

  constructor(said: Said) {
    super(said.detail || said.error || (said.status === 0 ? unreachable : ourFault))
    this.name = 'ApiFailure'
    this.status = said.status
    this.code = said.code ?? ''
    this.detail = said.detail ?? ''
    this.error = said.error ?? ''
    this.fields = said.fields ?? {}
    this.retryAfter = said.retryAfter
    this.cancelled = said.cancelled ?? false
  }
}

/** The server understood and said no; asking again would not help. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 && failure.status !== 429
}

/** A status number tells a citizen nothing. */
const ourFault = 'Something went wrong on our side. Please try again.'
const unreachable = 'The server could not be reached. Check your connection and try again.'
const tooSlow = 'The server took too long to answer. Please try again.'

/** The endpoint's address: each `:name` replaced, blank search parameters left out. */
export function pathOf(endpoint: Endpoint, parts: Parts = {}): string {
  const path = endpoint.url.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name] ?? '')),
  )
  const search = new URLSearchParams(filled(parts.querystring)).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Search parameters that say something, as text: undefined and blank ones are dropped. */
export function filled(querystring: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(querystring)
      .map(([key, value]) => [key, typeof value === 'string' || typeof value === 'number' ? String(value) : ''])
      .filter(([, value]) => value?.trim() !== ''),
  )
}

/** One request, knowing nothing of sessions: `access` is sent as the bearer token when there is one. */
export async function send<E extends Endpoint>(
  endpoint: E,
  parts: Parts = {},
  { access, signal }: { access?: string | null; signal?: AbortSignal } = {},
): Promise<Output<E>> {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  const timer = setTimeout(cancel, requestTimeout)
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  try {
    const path = pathOf(endpoint, parts)
    const early = endpoint.method === 'GET' && window.earlyData ? await takeEarlyReply(path, access) : undefined
    const reply =
      early ??
      (await fetch(path, {
        method: endpoint.method,
        credentials: 'include',
        headers: headersFor(endpoint, parts, access),
        body: bodyFor(endpoint, parts),
        signal: stop.signal,
      }))
    syncClock(reply.headers.get('Date'))
    const body = await readBody(reply)
    if (!reply.ok) throw failureOf(reply, body)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server serialises by the same contract
    return unwrapped(body) as Output<E>
  } catch (problem) {
    if (problem instanceof ApiFailure) throw problem
    const cancelled = signal?.aborted ?? false
    throw new ApiFailure({ status: 0, cancelled, error: stop.signal.aborted && !cancelled ? tooSlow : undefined })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

function headersFor(endpoint: Endpoint, parts: Parts, access?: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  // A form's own header holds the boundary, which only the browser knows.
  if (parts.body !== undefined && !endpoint.config) headers['Content-Type'] = 'application/json'
  if (access) headers['Authorization'] = `Bearer ${access}`
  const csrf = endpoint.method === 'GET' ? undefined : /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1]
  if (csrf) headers['X-CSRFToken'] = decodeURIComponent(csrf)
  return headers
}

/** JSON, or a form where the endpoint takes files: the text fields of the body first, then the files. */
function bodyFor(endpoint: Endpoint, parts: Parts): BodyInit | undefined {
  if (!endpoint.config) return parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const form = new FormData()
  for (const [name, value] of Object.entries(parts.body ?? {})) {
    if (typeof value === 'string') form.append(name, value)
  }
  for (const [name, files] of Object.entries(parts.files ?? {})) {
    for (const file of files ?? []) if (file instanceof Blob) form.append(name, file)
  }
  return form
}

async function readBody(reply: Response): Promise<unknown> {
  const text = await reply.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // A proxy's HTML page: as a failure it has no sentence for people, as a success it is none.
    if (reply.ok) throw new ApiFailure({ status: reply.status, code: 'not_json' })
    return undefined
  }
}

/** Specification 7: a response may be wrapped in a data field. */
function unwrapped(body: unknown): unknown {
  return isObject(body) && 'data' in body ? body['data'] : body
}

function failureOf(reply: Response, body: unknown): ApiFailure {
  const said = isObject(body) ? body : {}
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : undefined)
  return new ApiFailure({
    status: reply.status,
    code: text('code'),
    detail: text('detail') ?? text('message'),
    error: text('error') ?? text('message') ?? text('detail'),
    fields: fieldsIn(said['fields']),
    retryAfter: seconds(reply.headers.get('Retry-After')),
  })
}

function fieldsIn(fields: unknown): Record<string, string[]> {
  if (!isObject(fields)) return {}
  const texts = (value: unknown) => [value].flat().filter((text) => typeof text === 'string')
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, texts(value)]))
}

function seconds(header: string | null): number | undefined {
  const value = header === null ? Number.NaN : Number(header)
  return Number.isFinite(value) ? value : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
