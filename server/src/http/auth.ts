import type { FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards; 0 for a stranger. */
    viewerId: number
  }
}

/** Guard: only with a valid access token. Runs `onRequest`, before a stranger's body is read. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  await maybeSignedIn(request)
  if (request.viewerId === 0) {
    throw new ApiError(401, 'not_signed_in', 'Authentication credentials were not provided or are not valid.')
  }
}

/** For endpoints that are open to all but show their owner more: an unreadable token counts as none. */
export async function maybeSignedIn(request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization
  if (!header?.startsWith('Bearer ')) return
  try {
    request.viewerId = request.server.tokens.readAccess(header.slice(7)).user_id
  } catch {
    request.viewerId = 0
  }
}

/** The id of the signed-in user, behind the guard `signedIn`. */
export function viewer(request: FastifyRequest): number {
  if (request.viewerId === 0) throw new Error('viewer() on a route without the guard signedIn')
  return request.viewerId
}
