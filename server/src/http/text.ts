import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/** A proxy and this server could read different hosts in such a request. */
export function rejectSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
    }
    done(hosts > 1 ? new ApiError('bad_request', { detail: 'A request has one Host header.' }) : undefined)
  })
}

/**
 * Rejects text that PostgreSQL cannot store (NUL characters and unpaired surrogates) in the keys and values of every body,
 * query string and path.
 */
export function rejectUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    // Addresses of pages are opened by people, who get a page and no error in JSON. Nothing in them is looked up.
    const isRejected = !request.is404 && [request.params, request.query, request.body].some(hasUnstorableText)
    done(isRejected ? new ApiError('invalid_text') : undefined)
  })
}

/** For text that is read after the hook above has run, such as the fields of a form. @throws ApiError 400 */
export function assertStorableText(part: unknown): void {
  if (hasUnstorableText(part)) {
    throw new ApiError('invalid_text')
  }
}

/** Iterative, because recursion would overflow the stack on a deeply nested body. */
function hasUnstorableText(part: unknown): boolean {
  const pending = [part]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [key, nested] of Object.entries(value)) pending.push(key, nested)
  }
  return false
}
