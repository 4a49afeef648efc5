import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '@wtpu/contract/endpoint'
import { type ErrorCode, errors, tooManyReads } from '@wtpu/contract/errors'
import { optionsMustDiffer } from '@wtpu/contract/polls/on-demand/options'
import { BatchWriterFull } from '#db/batch-writer.ts'
import { isAway, violatedKey } from '#db/error-facts.ts'
import { drainBody } from './request-body.ts'
import { baseSecurityHeaders } from './security.ts'

interface ErrorOptions {
  /** Replaces the message of the table. */
  detail?: string
  /** Error messages by field of the body. */
  fields?: Record<string, string[]>
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  /** Replaces the status of the table, for errors of the framework. */
  status?: number
  /** What finishes the sign-in. */
  ticket?: string
}

/** An entry of the contract's table of errors. Commands throw it, and `handleErrors` turns it into a response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly fields: ErrorOptions['fields']
  readonly retryAfter: ErrorOptions['retryAfter']
  readonly ticket: ErrorOptions['ticket']

  constructor(code: ErrorCode, { detail, fields, retryAfter, status, ticket }: ErrorOptions = {}) {
    const entry = errors[code]
    super(detail ?? entry.detail)
    this.status = status ?? entry.status
    this.code = code
    this.fields = fields ?? ('field' in entry ? { [entry.field]: [this.message] } : undefined)
    this.ticket = ticket
    this.retryAfter = retryAfter === undefined ? undefined : Math.ceil(retryAfter)
  }
}

/** A limit with a message of its own is one that a person reads, such as a daily limit. */
export function limitReached(retryAfterSeconds: number, message?: string): ApiError {
  return new ApiError(message ? 'daily_limit' : 'too_many_attempts', {
    detail: message,
    retryAfter: Math.max(1, Math.ceil(retryAfterSeconds)),
  })
}

/** A reader attempts nothing, and may share the count with others. */
export const tooOftenRead = (retryAfter: number): ApiError =>
  new ApiError('too_many_attempts', { detail: tooManyReads, retryAfter: Math.max(1, retryAfter) })

export const retrySeconds = 2

/** For requests beyond the capacity of the server, of which nothing was done. */
export function overloaded(retryAfter = retrySeconds): ApiError {
  return new ApiError('overloaded', { retryAfter })
}

export function notFound(what: string): ApiError {
  return new ApiError('not_found', { detail: `${what} not found.` })
}

/** The viewer's account was deleted or blocked after the request was authenticated. */
export function accountGone(): ApiError {
  return new ApiError('not_signed_in', { detail: 'This account no longer exists.' })
}

export function invalidInput(
  fields: Record<string, string[]>,
  detail = Object.values(fields).flat().join(' '),
): ApiError {
  return new ApiError('invalid', { detail, fields })
}

/** @throws ApiError 400 with all problems by field, if there are any */
export function assertFields(problems: Record<string, string | false | undefined>): void {
  const fields = problemsByField(problems)
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}

/** The fields that have a problem, in the form of a response. */
export function problemsByField(problems: Record<string, string | false | undefined>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  )
}

/** Maps errors to responses: an ApiError has its own status, a bad request gets 4xx, a problem of database or disk 503, any other 500. */
export function handleErrors(app: FastifyInstance): void {
  const logged = new WeakSet<Error>()
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!(await drainBody(request.raw))) void reply.header('connection', 'close')
    // Expected, so not logged here. The code that throws it may log it.
    if (error instanceof ApiError) return send(reply, error)
    const known = badRequest(error) ?? knownError(error)
    if (known && known.status < 500) return send(reply, known)
    // All requests that wait for one read get the same error.
    if (logged.has(error)) return send(reply, known ?? new ApiError('internal'))
    logged.add(error)
    if (clientLeft(error, reply)) request.log.info({ err: error }, 'the client disconnected')
    else request.log.error({ err: error }, 'request failed')
    return send(reply, known ?? new ApiError('internal'))
  })
}

/** Uploaded files are removed when the client disconnects, so what still reads them fails. */
function clientLeft(error: FastifyError, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error.code === 'ENOENT'
}

/** Responds to a URL that cannot be decoded or is too long. Runs before routing, and so before any hook. */
export function rejectMalformedUrl(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const detail = error.statusCode === 414 ? 'The address is too long.' : undefined
  void send(reply.headers(baseSecurityHeaders), new ApiError('bad_request', { status: error.statusCode, detail }))
}

const headersOfBody = [
  'accept-ranges',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
]

function send(reply: FastifyReply, error: ApiError): FastifyReply {
  // The error is that of a body that could not be sent. Fastify writes the headers of a stream to `raw` before it is opened.
  for (const name of headersOfBody) {
    void reply.removeHeader(name)
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter)
  const detail = error.message
  const { code, fields, ticket } = error
  const body: ErrorBody = { code, detail, error: detail, message: detail, fields, ticket }
  return reply.code(error.status).header('cache-control', 'no-store').send(body)
}

type Problem = NonNullable<FastifyError['validation']>[number]

function sentenceOf({ keyword, params, message = 'is not valid' }: Problem, of: string | undefined): string {
  if (keyword === 'additionalProperties')
    return of ? `has no field “${String(params['additionalProperty'])}”` : 'is no field of this call'
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `must be one of: ${params['allowedValues'].join(', ')}`
  return params['format'] === 'date' ? 'must be a date such as 2026-03-08' : message
}

function badRequest(error: FastifyError): ApiError | undefined {
  if (error.validation) {
    const fields: Record<string, string[]> = {}
    for (const problem of error.validation) {
      const { missingProperty: missing, additionalProperty: unknown } = problem.params
      const [, of] = problem.instancePath.split('/')
      const named = [missing, of, unknown].flatMap((name) => (typeof name === 'string' ? name : []))
      const field = named.find(Boolean) ?? 'request'
      const messages = (fields[field] ??= [])
      messages.push(typeof missing === 'string' ? `${missing} is required` : sentenceOf(problem, of))
    }
    const detail = Object.entries(fields)
      .map(([field, [first]]) => (first?.startsWith(field) ? first : `${field} ${first}`))
      .join(', ')
    return invalidInput(fields, detail)
  }
  const status = error.statusCode
  if (status === undefined || status < 400 || status >= 500) return undefined
  return new ApiError('bad_request', { status, detail: error.message })
}

/**
 * What a violated unique key means for people. The database decides what is equal, because JavaScript folds letters such as “İ”
 * differently. No request violates the other keys; errors.test.ts has the reasons.
 */
export const uniqueKeys: Record<string, () => ApiError> = {
  categories_name_key: () => new ApiError('category_exists'),
  circles_name: () => new ApiError('circle_exists'),
  moderation_actions_undone_once: () => new ApiError('already_undone'),
  poll_options_distinct: () => invalidInput({ options: [optionsMustDiffer] }),
  reasons_not_copied: () => new ApiError('reason_copied'),
  reasons_once: () => new ApiError('reason_exists'),
  tags_slug_key: () => invalidInput({ name: ['There is already a tag with this name.'] }),
  users_email_key: () => invalidInput({ email: ['email already exists'] }),
  users_username_key: () => invalidInput({ username: ['username already exists'] }),
}

/** What an error that people can do something about means to them. */
export function knownError(error: Error): ApiError | undefined {
  return error instanceof ApiError ? error : (notUnique(error) ?? diskFull(error) ?? unavailable(error))
}

function notUnique(error: Error): ApiError | undefined {
  const key = violatedKey(error)
  return key === undefined ? undefined : uniqueKeys[key]?.()
}

/** The disk or quota of PostgreSQL or of this process is used up, or its folder cannot be written to. */
function cannotStore(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return ['53100', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(code) || cannotStore(error.cause)
}

export function storageFull(): ApiError {
  return new ApiError('storage_full', { retryAfter: 60 })
}

function diskFull(error: Error): ApiError | undefined {
  return cannotStore(error) ? storageFull() : undefined
}

/** Without an answer of the database, a write may have been committed. */
function unavailable(error: Error): ApiError | undefined {
  if (error instanceof BatchWriterFull) return overloaded()
  return isAway(error) || isOutOfDescriptors(error)
    ? new ApiError('unavailable', { retryAfter: retrySeconds })
    : undefined
}

const isOutOfDescriptors = (error: Error): boolean => 'code' in error && /^E[MN]FILE$/.test(String(error.code))
