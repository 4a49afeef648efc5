import type { Tokens as TokenPair } from '@wtpu/contract/accounts/accounts'
import type { Device } from '@wtpu/contract/accounts/settings'
import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { today } from '#db/schema/columns.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { isBlocked, isDeleted } from '#db/visibility.ts'
import { ApiError } from '#http/errors.ts'
import type { RefreshToken, Tokens } from '#http/tokens.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import { keyedHash } from '#http/keyed-hash.ts'
import { hasApp, hasFactor } from './factors/has-factor.ts'
import { forgetOtherNetworks, hashNetwork, rememberNetwork } from './known-networks.ts'
import Bowser from 'bowser'

/** The grace period: the previous refresh token still returns the same successor. */
const isJustRotated = sql<boolean>`${sessions.rotatedAt} > now() - interval '10 seconds'`

/** All times come from the database, because the clocks of servers differ. */
type SessionApp = Pick<FastifyInstance, 'db' | 'config' | 'tokens' | 'drawOf' | 'sessionCache'>

const ofSession = {
  ...getTableColumns(sessions),
  voterId: sql<number>`(select voter_id from ${users} where id = ${sessions.userId})`.as('voter_id'),
}
type Session = typeof sessions.$inferSelect & { voterId: number }

interface SignIn {
  userId: number
  /** Stored as a known network of the account. */
  network?: string
  /** The hash that the password was verified against. */
  passwordHash?: string | null
  remember: boolean
  userAgent: string | undefined
  /** The second factor was right. */
  isStrong?: boolean
}

/** The ticket is for `finishSignIn`, because the account has a second factor. */
export type Opened = TokenPair | { ticket: string }

/** @throws ApiError 401 with the ticket if the second factor is missing */
export function assertComplete(opened: Opened): TokenPair {
  if ('ticket' in opened) throw new ApiError('second_factor_required', opened)
  return opened
}

/** A fingerprint of the stored hash. Null: the account has no password. */
export const passwordMark = ({ config }: Pick<SessionApp, 'config'>, passwordHash: string | null): string =>
  keyedHash(config.jwtSecret, 'passwords of tickets', passwordHash ?? '')

/**
 * Creates a session for one device. Locks the account's row, so that a concurrent deletion or password change ends this
 * session too. An account with an authenticator app gets a ticket instead, until `isStrong`.
 * @returns undefined if the account was deleted or its password changed already.
 * @throws ApiError 403 if staff blocked the account.
 */
export async function openSession(app: SessionApp, input: SignIn): Promise<Opened | undefined> {
  return app.db.transaction(async (tx) => {
    const [owner] = await tx
      .select({
        passwordHash: users.passwordHash,
        isBlocked: isBlocked(),
        hasApp: hasApp(),
        hasFactor: hasFactor(),
        isSeenToday: sql<boolean>`${isSeenToday}`,
      })
      .from(users)
      .where(isAccount(input.userId))
      .for('no key update')
    if (!owner || (input.passwordHash !== undefined && input.passwordHash !== owner.passwordHash)) return undefined
    if (owner.isBlocked) throw new ApiError('blocked')
    if (owner.hasApp && !input.isStrong) {
      const { userId: user_id, remember } = input
      const password = passwordMark(app, owner.passwordHash)
      return { ticket: app.tokens.signTicket({ id: randomUUID(), user_id, remember, password }) }
    }
    if (!owner.isSeenToday) await tx.update(users).set({ lastSeenOn: today }).where(eq(users.id, input.userId))
    if (input.network !== undefined) await notifyOfNewDevice(tx, input)
    const session = await insertSession(tx, app, { ...input, hasFactor: owner.hasFactor })
    return session && signTokens(app, session)
  })
}

/** `last_seen_on` is written at most once a day. */
const isSeenToday = sql`coalesce(${users.lastSeenOn} >= ${today}, false)`

/** Opens a session of an account that the transaction has created or locked. */
export async function insertSession(
  tx: Db,
  app: Pick<SessionApp, 'config'>,
  {
    userId,
    network,
    remember,
    userAgent,
    isStrong = false,
    hasFactor: isGuarded = false,
  }: SignIn & { hasFactor?: boolean },
): Promise<Session | undefined> {
  const [opened] = await tx
    .insert(sessions)
    .values({
      userId,
      remember,
      userAgent: userAgent?.slice(0, 300),
      network: network === undefined ? undefined : hashNetwork(app, userId, network),
      expiresAt: expiry(sql`${remember}::boolean`),
      // The password proves nothing where there is a second factor.
      provedAt: isGuarded && !isStrong ? null : sql`now()`,
      isStrong,
    })
    .returning(ofSession)
  if (network !== undefined) await rememberNetwork(tx, app, userId, network)
  return opened
}

/** On which nobody has used the account before. The first device is not news. */
async function notifyOfNewDevice(tx: Db, { userId, userAgent = '' }: SignIn): Promise<void> {
  const known = await tx
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(100)
  const devices = new Set(known.map((session) => deviceName(session.userAgent)))
  if (devices.size > 0 && !devices.has(deviceName(userAgent))) await notifyOfSecurity(tx, userId, 'new_device')
}

/**
 * Exchanges a refresh token for its successor. If a token is used again after the grace period, it or its successor was
 * stolen, so the whole session ends.
 */
export async function rotateSession(app: SessionApp, refresh: string): Promise<TokenPair> {
  const { db, sessionCache } = app
  const token = readRefresh(app.tokens, refresh)
  const rotation = db.$with('rotated').as(
    db
      .update(sessions)
      .set({
        generation: sql`${sessions.generation} + 1`,
        rotatedAt: sql`now()`,
        expiresAt: expiry(sql`${sessions.remember}`),
      })
      // Compare and swap: of two concurrent rotations, one wins and the other returns the winner's tokens below.
      .where(and(isActive(token.sid), eq(sessions.generation, token.gen)))
      .returning(ofSession),
  )
  // Users are locked before sessions, so a user whom another transaction has locked is noted by the next rotation.
  const seen = db.$with('seen').as(
    db
      .update(users)
      .set({ lastSeenOn: today })
      .where(
        sql`${users.id} in (select id from ${users} where id = (select user_id from rotated) and not ${isSeenToday}
          and not ${isDeleted()} for no key update skip locked)`,
      )
      .returning({ id: users.id }),
  )
  const [rotated] = await db.with(rotation, seen).select().from(rotation)
  if (rotated) return signTokens(app, rotated)

  const [found] = await db
    .select({ ...ofSession, isJustRotated })
    .from(sessions)
    .where(isActive(token.sid))
  if (!found) throw invalidRefreshToken()
  if (found.isJustRotated && found.generation === token.gen + 1) return signTokens(app, found)
  await revokeSession(db, token.sid)
  sessionCache.end(found.userId)
  throw invalidRefreshToken()
}

/** Ends a session. The response is the same for an invalid token. */
export async function closeSession({ db, tokens, sessionCache }: SessionApp, refresh: string): Promise<void> {
  try {
    const userId = await revokeSession(db, readRefresh(tokens, refresh).sid)
    if (userId !== undefined) sessionCache.end(userId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Lists signed-in devices: the current one first, then the most recently used. */
export async function findDevices(db: Db, userId: number, sessionId: string): Promise<Device[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.rotatedAt))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.rotatedAt.toISOString(),
    current: row.id === sessionId,
  }))
}

/** @returns the id of its user, or undefined if the session had ended. */
async function revokeSession(db: Db, sid: string): Promise<number | undefined> {
  const [revoked] = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  return revoked?.userId
}

/**
 * Ends the sessions that are known to have begun on another network, for which that one is no longer a known network. The user is
 * locked. @returns their number
 */
export async function endSessionsElsewhere(
  tx: Db,
  app: Pick<SessionApp, 'config'>,
  userId: number,
  network: string,
): Promise<number> {
  const networkHash = hashNetwork(app, userId, network)
  await forgetOtherNetworks(tx, userId, networkHash)
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.network, networkHash)))
    .returning({ id: sessions.id })
  // Otherwise their devices would still get notifications for the member.
  if (ended.length > 0) await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  return ended.length
}

/** Ended sessions are kept for a while, because they say which devices an account knows. */
const keptDays = 30
const maxSwept = 1_000

/** @returns whether there may be more rows. */
export async function sweepSessions(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from ${sessions} where id in (
    select id from ${sessions} where least(revoked_at, expires_at) < now() - make_interval(days => ${keptDays})
    limit ${maxSwept} for update skip locked)`)
  return rowCount === maxSwept
}

function isActive(sid: string) {
  return and(eq(sessions.id, sid), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`))
}

/** The session lasts 30 days with "Remember me" or 1 day without, counted from the last rotation. */
function expiry(remember: SQL): SQL {
  return sql`now() + case when ${remember} then interval '30 days' else interval '1 day' end`
}

export function signTokens({ tokens, drawOf }: Pick<SessionApp, 'tokens' | 'drawOf'>, session: Session): TokenPair {
  return {
    access: tokens.signAccess({ user_id: session.userId, sid: session.id, draw: drawOf(session.voterId) }),
    refresh: tokens.signRefresh({ sid: session.id, gen: session.generation }, session.rotatedAt, session.expiresAt),
  }
}

function readRefresh(tokens: Tokens, refresh: string): RefreshToken {
  try {
    return tokens.readRefresh(refresh)
  } catch {
    throw invalidRefreshToken()
  }
}

function invalidRefreshToken(): ApiError {
  return new ApiError('invalid_token')
}

/** Describes a device by its user agent, such as "Firefox on Windows". */
function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name || 'Unknown browser', os.name && `on ${os.name}`].filter(Boolean).join(' ')
}
