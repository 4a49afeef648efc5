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

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false
  return Object.entries(value).some(([key, one]) => hasUnstorableText(key) || hasUnstorableText(one))
}
