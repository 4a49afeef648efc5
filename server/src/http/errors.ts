import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyAttempts, type ErrorBody, type ServerErrorCode } from '@wtpu/contract/errors'
import { BatchWriterFull } from '#db/batch-writer.ts'
import { drainBody } from './request-body.ts'
import { baseSecurityHeaders } from './security.ts'

interface ErrorOptions {
  /** Error messages by field of the body. */
  fields?: Record<string, string[]>
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
}

/** An error with a message for the user. Commands throw it, and `handleErrors` turns it into a reply. */
export class ApiError<Status extends number = number> extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: ErrorOptions['fields']
  readonly retryAfter: ErrorOptions['retryAfter']

  constructor(
    status: Status,
    code: Status extends 503 ? ServerErrorCode : string,
    detail: string,
    { fields, retryAfter }: ErrorOptions = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

export function tooManyRequests(retryAfterSeconds: number, message: string = tooManyAttempts): ApiError {
  const retryAfter = Math.max(1, Math.ceil(retryAfterSeconds))
  return new ApiError(429, 'too_many_attempts', message, { retryAfter })
}

/** The error for requests beyond the capacity of the server. */
export function unavailable(): ApiError {
  const detail = 'The service is briefly unavailable. Please try again in a moment.'
  return new ApiError(503, 'unavailable', detail, { retryAfter: 2 })
}

export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `${what} not found.`)
}

/** Maps errors to replies: ApiError to its own status, bad requests to 4xx, database or disk problems to 503, others to 500. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!(await drainBody(request.raw))) void reply.header('connection', 'close')
    // Expected, so not logged here. The code that throws it may log it.
    if (error instanceof ApiError) return send(reply, error)
    const known = badRequest(error) ?? diskFull(error) ?? databaseUnavailable(error)
    if (known && known.status < 500) return send(reply, known)
    if (clientLeft(error, reply)) request.log.info({ err: error }, 'the client disconnected')
    else request.log.error({ err: error }, 'request failed')
    return send(reply, known ?? new ApiError(500, 'internal', 'Something went wrong. Please try again later.'))
  })
}

/** Uploaded files are removed when the client disconnects, so what still reads them fails. */
function clientLeft(error: FastifyError, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error.code === 'ENOENT'
}

/** Replies to a URL that cannot be decoded or is too long. Runs before routing, and so before any hook. */
export function rejectMalformedUrl(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const detail = error.statusCode === 414 ? 'The address is too long.' : 'The address is not valid.'
  void send(reply.headers(baseSecurityHeaders), new ApiError(error.statusCode ?? 400, 'bad_request', detail))
}

function send(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter)
  const detail = error.message
  const body: ErrorBody = { code: error.code, detail, error: detail, message: detail, fields: error.fields }
  return reply.code(error.status).header('cache-control', 'no-store').send(body)
}

function badRequest(error: FastifyError): ApiError | undefined {
  if (error.validation) {
    const fields: Record<string, string[]> = {}
    for (const problem of error.validation) {
      const missing = problem.params['missingProperty']
      const field = typeof missing === 'string' ? missing : problem.instancePath.split('/')[1] || 'request'
      const messages = (fields[field] ??= [])
      messages.push(typeof missing === 'string' ? `${missing} is required` : (problem.message ?? 'is not valid'))
    }
    const detail = Object.entries(fields)
      .map(([field, [first]]) => (first?.startsWith(field) ? first : `${field} ${first}`))
      .join(', ')
    return new ApiError(400, 'invalid', detail, { fields })
  }
  const status = error.statusCode
  if (status === undefined || status < 400 || status >= 500) return undefined
  return new ApiError(status, 'bad_request', error.message)
}

/** The disk or quota of PostgreSQL or of this process is used up, or its folder cannot be written to. */
function cannotStore(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return ['53100', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(code) || cannotStore(error.cause)
}

export function storageFull(): ApiError {
  const detail = 'Nothing can be saved at the moment. Please try again later.'
  return new ApiError(503, 'storage_full', detail, { retryAfter: 60 })
}

function diskFull(error: Error): ApiError | undefined {
  return cannotStore(error) ? storageFull() : undefined
}

// PostgreSQL's classes 08 (connection) and 57 (shutdown, statement timeout), 53300 (too many connections), and Node's
// codes for a failed connection.
const unavailableCodes = /^(08|57|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)/
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not currently accepting connections/

function databaseUnavailable(error: Error): ApiError | undefined {
  if (error instanceof BatchWriterFull) return unavailable()
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : ''
  if (!unavailableCodes.test(code) && !unavailableMessages.test(cause.message)) return undefined
  return unavailable()
}
