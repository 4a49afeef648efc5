import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * PostgreSQL stores neither NUL nor half of a surrogate pair, and answers them with an error. They are refused here, in
 * one place, for every text of every call: keys and values of body, query and path.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request: FastifyRequest) => {
    for (const part of [request.params, request.query, request.body]) requireStorableText(part)
  })
}

/** For text that arrives later than the body, such as the fields of a form. @throws ApiError 400 */
export function requireStorableText(part: unknown): void {
  if (hasUnstorableText(part)) {
    throw new ApiError(400, 'invalid_text', 'The text contains characters that cannot be stored.')
  }
}

/** By a list of what is left, not by calling itself: a body may be nested deeper than the stack is high. */
function hasUnstorableText(part: unknown): boolean {
  const left = [part]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [key, one] of Object.entries(value)) left.push(key, one)
  }
  return false
}
