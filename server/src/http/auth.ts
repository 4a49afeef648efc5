import type { FastifyRequest } from 'fastify'
import { eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { isSuspended } from '#db/visibility.ts'
import { accountGone, ApiError, notFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards. 0 if not signed in. */
    viewerId: number
    /** The session of the viewer's device. Empty if not signed in. */
    sessionId: string
    /** The viewer's id if they have muted or blocked somebody, so that their lists differ from those of others. Otherwise 0. */
    muterId: number
  }
}

/** Guard: requires a valid access token. Runs `onRequest`, before the body is read. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  await maybeSignedIn(request)
  assertSignedIn(request)
}

/**
 * Guards of calls for staff, with these roles. To everybody else, signed in or not, they do not exist. Only an access token
 * that has expired is rejected with 401, so that its client renews it. Commands check the role again.
 */
export function onlyFor(...roles: (typeof users.$inferSelect)['role'][]) {
  return [
    async (request: FastifyRequest) => {
      if (request.headers.authorization === undefined) throw notFound('Page')
    },
    signedIn,
    async (request: FastifyRequest) => {
      const [viewer] = await request.server.db
        .select({ role: users.role })
        .from(users)
        .where(eq(users.id, viewerId(request)))
      if (!viewer || !roles.includes(viewer.role)) throw notFound('Page')
    },
  ]
}

/** For routes whose guard is `maybeSignedIn`. @throws ApiError 401 */
export function assertSignedIn(request: FastifyRequest): void {
  if (request.viewerId !== 0) return
  throw new ApiError('not_signed_in')
}

/** For public endpoints that show more to their owner. Ignores an invalid token and one whose session has ended. */
export async function maybeSignedIn(request: FastifyRequest): Promise<void> {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const token = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const viewer = token && (await request.server.sessionCache.find(token))
  if (!viewer) return
  if (viewer.suspendedUntil > Date.now()) assertMayWrite(request)
  request.viewerId = viewer.id
  request.sessionId = viewer.sessionId
  if (viewer.mutes) request.muterId = viewer.id
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Suspended users may write to this route. */
    whileSuspended?: boolean
  }
}

/** Suspended users read, and manage their own account. @throws ApiError 403 */
function assertMayWrite({ method, routeOptions: { config } }: FastifyRequest): void {
  if (method !== 'GET' && method !== 'HEAD' && !config.whileSuspended) throw new ApiError('suspended')
}

/** Rate limit key: the signed-in user. Requires the guard `signedIn`. */
export function viewerKey(request: FastifyRequest): string {
  return String(viewerId(request))
}

/** The id of the signed-in user. Requires the guard `signedIn`. */
export function viewerId(request: FastifyRequest): number {
  if (request.viewerId === 0) throw new Error('viewerId() on a route without the guard signedIn')
  return request.viewerId
}

/**
 * Condition on `users`: the user may vote, rate, post and write to offices. Use it in the statement that writes, so that
 * nothing can change between check and write. `confirmedOnly` is the setting VOTES_NEED_CONFIRMED_EMAIL.
 */
export function mayParticipate(confirmedOnly: boolean): SQL<boolean> {
  return sql<boolean>`(not ${isSuspended()} and ${confirmedOnly ? isNotNull(users.emailVerifiedAt) : sql`true`})`
}

/** Why the user may not participate. Contains the address, so send it only to that user. */
export async function participationError(db: Db, userId: number): Promise<ApiError> {
  const [user] = await db
    .select({ email: users.email, isSuspended: isSuspended() })
    .from(users)
    .where(isActiveAccount(userId))
  if (!user) return accountGone()
  if (user.isSuspended) return new ApiError('suspended')
  if (user.email === null) return new ApiError('email_not_confirmed')
  return new ApiError('email_not_confirmed', {
    detail: `Please confirm your email first. We sent a link to ${user.email}.`,
  })
}
