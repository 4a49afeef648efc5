import type { FastifyRequest } from 'fastify'
import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
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
    /** The viewer's id if a role of theirs counts in this session: see STAFF_NEED_SECOND_FACTOR. Otherwise 0. */
    staffId: number
    /** The viewer's id if they have muted or blocked somebody, so that their lists differ from those of others. Otherwise 0. */
    muterId: number
    /** Signed in, with a confirmed email address. */
    isMember: boolean
    /** What the viewer's token says about the order of options. */
    draw: number | undefined
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
        .where(eq(users.id, request.staffId))
      if (!viewer || !roles.includes(viewer.role)) throw notFound('Page')
    },
  ]
}

/** For routes whose guard is `maybeSignedIn`. @throws ApiError 401 */
export function assertSignedIn(request: FastifyRequest): void {
  if (request.viewerId !== 0) return
  throw new ApiError('not_signed_in')
}

/** For a site that only members read. Requires the guard `maybeSignedIn`. @throws ApiError 401, or 403 before the email is confirmed */
export async function assertMember(request: FastifyRequest): Promise<void> {
  assertSignedIn(request)
  if (!request.isMember) throw await participationError(request.server.db, request.viewerId)
}

/** For public endpoints that show more to their owner. Ignores an invalid token and one whose session has ended. */
export async function maybeSignedIn(request: FastifyRequest): Promise<void> {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const token = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const viewer = token && (await request.server.sessionCache.find(token))
  if (!viewer) return
  if (viewer.suspendedUntil > Date.now()) assertNotSuspended(request)
  request.viewerId = viewer.id
  request.sessionId = viewer.sessionId
  request.isMember = viewer.confirmed
  if (viewer.actsAsStaff) request.staffId = viewer.id
  request.draw = viewer.draw
  if (viewer.mutes) request.muterId = viewer.id
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Suspended users may write to this route. */
    whileSuspended?: boolean
  }
}

/** Suspended users read, and manage their own account. @throws ApiError 403 */
function assertNotSuspended({ method, routeOptions: { config } }: FastifyRequest): void {
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

/** Who writes, and whether the site asks for a confirmed email first: the setting VOTES_NEED_CONFIRMED_EMAIL. */
export interface Writer {
  userId: number
  confirmedOnly: boolean
}

/** The viewer, as commands that write know them. Requires the guard `signedIn`. */
export function writerOf(request: FastifyRequest): Writer {
  return { userId: viewerId(request), confirmedOnly: request.server.config.votesNeedConfirmedEmail }
}

/**
 * Condition on `users`: the user may vote, rate, post and write to offices. Use it in the statement that writes, so that
 * nothing can change between check and write.
 */
export function mayParticipate(confirmedOnly: boolean): SQL<boolean> {
  return sql<boolean>`(not ${isSuspended()} and ${confirmedOnly ? isNotNull(users.emailVerifiedAt) : sql`true`})`
}

/** Condition on `users`: the row is that of the writer, who may write. */
export const isWriter = ({ userId, confirmedOnly }: Writer) =>
  and(isActiveAccount(userId), mayParticipate(confirmedOnly))

/**
 * Locks the writer's row until the end of the transaction. So requests with one key run one after another, and a deletion of the
 * account waits. @throws ApiError if they may not write
 */
export async function lockWriter(tx: Db, writer: Writer): Promise<void> {
  const [locked] = await tx.select({ id: users.id }).from(users).where(isWriter(writer)).for('no key update')
  if (!locked) throw await participationError(tx, writer.userId)
}

/** Checks the writer before costly work. A transaction that writes checks again. @throws ApiError if they may not write */
export async function assertMayWrite(db: Db, writer: Writer): Promise<void> {
  if ((await db.$count(users, isWriter(writer))) === 0) throw await participationError(db, writer.userId)
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
