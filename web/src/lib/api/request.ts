import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import { type ErrorCode, serverErrorCodes } from '@wtpu/contract/errors'
import { releaseHeader } from '@wtpu/contract/live'
import { learnRelease } from '#lib/release.ts'
import { syncClock } from '#lib/time.ts'
import { discardPrefetched, takePrefetched } from './prefetched.ts'

export const requestTimeout = 60_000

/** The input of any endpoint, untyped. `call` checks the endpoint's own types. */
export interface RequestInput {
  params?: Record<string, string | number>
  querystring?: Record<string, unknown>
  body?: unknown
  files?: Record<string, readonly unknown[] | undefined>
}

/** Drops the endpoint's types, which were checked at the call. */
export function toRequestInput(input: object | undefined): RequestInput {
  return input ?? {}
}

/** Empty without a response, and for those that are not the server's own. `unanswered`: see `sendOrRead`. */
type FailureCode = ErrorCode | 'not_json' | 'unanswered' | ''

interface FailureDetails {
  status: number
  code?: FailureCode
  detail?: string
  error?: string
  fields?: Record<string, string[]>
  retryAfter?: number
  cancelled?: boolean
  ticket?: string
}

/** A failed call. Status 0 means that no response arrived; `cancelled`, that the caller aborted it. */
export class ApiFailure extends Error {
  declare readonly status: number
  declare readonly code: FailureCode
  /** The server's message, or empty if it sent none, so that a screen can use its own text. */
  declare readonly detail: string
  declare readonly error: string
  declare readonly fields: Record<string, string[]>
  /** Seconds, from Retry-After. */
  declare readonly retryAfter: number | undefined
  declare readonly cancelled: boolean
  /** Proves the first factor, if a sign-in needs a second one. */
  declare readonly ticket: string | undefined

  constructor(details: FailureDetails) {
    super(details.detail || details.error || (details.status === 0 ? unreachable : serverError))
    this.name = 'ApiFailure'
    this.status = details.status
    this.code = details.code ?? ''
    this.detail = details.detail ?? ''
    this.error = details.error ?? ''
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.cancelled = details.cancelled ?? false
    this.ticket = details.ticket
  }
}

/** The server rejected the request, and a retry would not help. */
export function isPermanentFailure(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 && failure.status !== 429
}

/** Shown instead of a status code, because most people do not know what status codes mean. */
const serverError = 'Something went wrong on our side. Please try again.'
const unreachable = 'The server could not be reached. Check your connection and try again.'
export const tooSlow = 'The server took too long to respond. Please try again.'

/** The endpoint's path with each `:name` filled in and blank search parameters left out. */
export function pathOf(endpoint: Endpoint, input: RequestInput = {}): string {
  const path = endpoint.url.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const search = new URLSearchParams(nonBlankParams(input.querystring)).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The search parameters as strings, without undefined and blank ones. */
export function nonBlankParams(querystring: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(querystring)
      .map(([key, value]) => [key, typeof value === 'string' || typeof value === 'number' ? String(value) : ''])
      .filter(([, value]) => value?.trim() !== ''),
  )
}

/** Sends one request, with `access` as the bearer token if given. Does not refresh tokens; see `sendAsViewer`. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: RequestInput = {},
  { access, signal }: { access?: string | null; signal?: AbortSignal } = {},
): Promise<Output<E>> {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  const timer = setTimeout(cancel, requestTimeout)
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  try {
    const path = pathOf(endpoint, input)
    const isRead = endpoint.method === 'GET'
    if (!isRead) discardPrefetched()
    const early = isRead ? takePrefetched(path, access) : undefined
    const response =
      (early && (await early)) ??
      (await fetch(path, {
        method: endpoint.method,
        credentials: 'include',
        headers: headersFor(endpoint, input, access),
        body: bodyFor(endpoint, input),
        signal: stop.signal,
      }))
    return outputOf<E>({
      status: response.status,
      header: (name) => response.headers.get(name),
      text: await response.text(),
    })
  } catch (error) {
    if (error instanceof ApiFailure) throw error
    const cancelled = signal?.aborted ?? false
    throw new ApiFailure({ status: 0, cancelled, error: stop.signal.aborted && !cancelled ? tooSlow : undefined })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

export function headersFor(endpoint: Endpoint, input: RequestInput, access?: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  // For form data, the browser sets the header, because it includes the multipart boundary.
  if (input.body !== undefined && !endpoint.config?.files) headers['Content-Type'] = 'application/json'
  if (access) headers['Authorization'] = `Bearer ${access}`
  const csrf = endpoint.method === 'GET' ? undefined : /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1]
  if (csrf) headers['X-CSRFToken'] = decodeURIComponent(csrf)
  return headers
}

/** JSON, or form data for endpoints that accept files: the text fields of the body first, then the files. */
export function bodyFor(endpoint: Endpoint, input: RequestInput): string | FormData | undefined {
  if (!endpoint.config?.files) return input.body === undefined ? undefined : JSON.stringify(input.body)
  const form = new FormData()
  for (const [name, value] of Object.entries(input.body ?? {})) {
    for (const text of [value].flat()) if (typeof text === 'string') form.append(name, text)
  }
  for (const [name, files] of Object.entries(input.files ?? {})) {
    for (const file of files ?? []) if (file instanceof Blob) form.append(name, file)
  }
  return form
}

/** A response of `fetch` or `XMLHttpRequest` that was read to its end. */
export interface FullResponse {
  status: number
  header: (name: string) => string | null
  text: string
}

/** The endpoint's output. Throws `ApiFailure` for an error status. */
export function outputOf<E extends Endpoint>(response: FullResponse): Output<E> {
  syncClock(response.header('Date'))
  learnRelease(response.header(releaseHeader))
  const body = parseBody(response)
  if (!isOk(response)) throw failureOf(response, body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server serializes by the same contract
  return unwrap(body) as Output<E>
}

const isOk = ({ status }: FullResponse) => status >= 200 && status < 300

function parseBody(response: FullResponse): unknown {
  try {
    return response.text === '' ? undefined : JSON.parse(response.text)
  } catch {
    // Probably a proxy's HTML page. It is never a valid response, and it contains no message to show.
    if (isOk(response)) throw new ApiFailure({ status: response.status, code: 'not_json' })
    return undefined
  }
}

/** A response may be wrapped in a `data` field. */
function unwrap(body: unknown): unknown {
  return isObject(body) && 'data' in body ? body['data'] : body
}

function failureOf(response: FullResponse, body: unknown): ApiFailure {
  const details = isObject(body) ? body : {}
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server and the web share the table of codes
  const code = text('code') as ErrorCode | undefined
  const retryAfter = seconds(response.header('Retry-After'))
  // The text of an unexpected error, perhaps of a proxy, is not meant for people.
  if (response.status >= 500 && !serverErrorCodes.some((known) => known === code))
    return new ApiFailure({ status: response.status, code, retryAfter })
  return new ApiFailure({
    status: response.status,
    code,
    detail: text('detail') ?? text('message'),
    error: text('error') ?? text('message') ?? text('detail'),
    fields: fieldsIn(details['fields']),
    retryAfter,
    ticket: text('ticket'),
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
