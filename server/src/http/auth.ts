import type { FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards; 0 for a stranger. */
    viewerId: number
    /** The session of the viewer's device; empty for a stranger. */
    sessionId: string
  }
}

/** Guard: only with a valid access token. Runs `onRequest`, before a stranger's body is read. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  await maybeSignedIn(request)
  if (request.viewerId === 0) {
    throw new ApiError(401, 'not_signed_in', 'Authentication credentials were not provided or are not valid.')
  }
}

/** For endpoints that are open to all but show their owner more. An invalid token, or one of an ended session, counts as none. */
export async function maybeSignedIn(request: FastifyRequest): Promise<void> {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const given = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = given && readAccess(request, given)
  if (!token || !(await request.server.liveSessions.has(token.sid, token.user_id))) return
  request.viewerId = token.user_id
  request.sessionId = token.sid
}

function readAccess(request: FastifyRequest, token: string) {
  try {
    return request.server.tokens.readAccess(token)
  } catch {
    return undefined
  }
}

/** The key of a limit that counts a person's own requests, behind the guard `signedIn`. */
export function byViewer(request: FastifyRequest): string {
  return String(viewer(request))
}

/** The id of the signed-in user, behind the guard `signedIn`. */
export function viewer(request: FastifyRequest): number {
  if (request.viewerId === 0) throw new Error('viewer() on a route without the guard signedIn')
  return request.viewerId
}
