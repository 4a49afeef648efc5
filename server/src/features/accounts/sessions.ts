import { accountBlocked, type Device, type Tokens as TokenPair } from '@wtpu/contract/accounts'
import { and, desc, eq, gt, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import type { RefreshToken, Tokens } from '#http/tokens.ts'
import { deviceName } from './device-name.ts'
import { rememberNetwork } from './sign-in/known-networks.ts'

/** How long after a rotation the previous refresh token still gets the same successor (decisions 6, 108). */
const isJustRotated = sql<boolean>`${sessions.rotatedAt} > now() - interval '10 seconds'`

/** What sessions need of the app. Times are the database's: the clocks of several servers differ. */
type SessionApp = Pick<FastifyInstance, 'db' | 'config' | 'tokens' | 'sessionCache'>

type Session = typeof sessions.$inferSelect

interface SignIn {
  userId: number
  /** Remembered as one that the account signs in from. */
  network?: string
  /** The hash that the password was compared with. */
  passwordHash?: string | null
  remember: boolean
  userAgent: string | undefined
}

/**
 * Signs a person in on one device. The account's row is locked meanwhile, so that deleting the account or replacing its
 * password ends this session too.
 * @returns undefined when that has happened already.
 * @throws ApiError when staff has blocked the account.
 */
export async function openSession(app: SessionApp, given: SignIn): Promise<TokenPair | undefined> {
  const session = await app.db.transaction(async (tx) => {
    const [owner] = await tx
      .select({ passwordHash: users.passwordHash, blockedAt: users.blockedAt })
      .from(users)
      .where(isAccount(given.userId))
      .for('share')
    if (!owner || (given.passwordHash !== undefined && given.passwordHash !== owner.passwordHash)) return undefined
    if (owner.blockedAt) throw new ApiError(403, 'blocked', accountBlocked)
    const [opened] = await tx
      .insert(sessions)
      .values({
        userId: given.userId,
        remember: given.remember,
        userAgent: given.userAgent?.slice(0, 300),
        expiresAt: expiry(sql`${given.remember}::boolean`),
      })
      .returning()
    if (given.network !== undefined) await rememberNetwork(tx, app, given.userId, given.network)
    return opened
  })
  return session && pairOf(app.tokens, session)
}

/**
 * Exchanges a refresh token for its successor. A token re-used after the grace period was stolen, or its owner's
 * successor was: the whole session ends for both.
 */
export async function rotateSession({ db, tokens, sessionCache }: SessionApp, refresh: string): Promise<TokenPair> {
  const token = readRefresh(tokens, refresh)
  const [rotated] = await db
    .update(sessions)
    .set({
      generation: sql`${sessions.generation} + 1`,
      rotatedAt: sql`now()`,
      expiresAt: expiry(sql`${sessions.remember}`),
    })
    // Compare and swap: of two rotations at once, one wins and the other finds its successor below.
    .where(and(isLive(token.sid), eq(sessions.generation, token.gen)))
    .returning()
  if (rotated) return pairOf(tokens, rotated)

  const [found] = await db.select({ session: sessions, isJustRotated }).from(sessions).where(isLive(token.sid))
  if (!found) throw invalidRefresh()
  if (found.isJustRotated && found.session.generation === token.gen + 1) return pairOf(tokens, found.session)
  await revokeSession(db, token.sid)
  sessionCache.invalidate()
  throw invalidRefresh()
}

/** Ends a session (decision 109). The reply is the same for an invalid token. */
export async function closeSession({ db, tokens, sessionCache }: SessionApp, refresh: string): Promise<void> {
  try {
    await revokeSession(db, readRefresh(tokens, refresh).sid)
    sessionCache.invalidate()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Ends every session of a person, or every other one than `except`. @returns how many. */
export async function endSessions(tx: Db, userId: number, except?: string): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

/** The devices that are signed in: this one first, then the latest used. */
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

async function revokeSession(db: Db, sid: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt)))
}

function isLive(sid: string) {
  return and(eq(sessions.id, sid), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`))
}

/** Decision 11: 30 days with "Remember me", 1 day without, from each rotation on. */
function expiry(remember: SQL): SQL {
  return sql`now() + case when ${remember} then interval '30 days' else interval '1 day' end`
}

function pairOf(tokens: Tokens, session: Session): TokenPair {
  return {
    access: tokens.signAccess({ user_id: session.userId, sid: session.id }),
    refresh: tokens.signRefresh({ sid: session.id, gen: session.generation }, session.rotatedAt, session.expiresAt),
  }
}

function readRefresh(tokens: Tokens, refresh: string): RefreshToken {
  try {
    return tokens.readRefresh(refresh)
  } catch {
    throw invalidRefresh()
  }
}

function invalidRefresh(): ApiError {
  return new ApiError(401, 'invalid_token', 'Token is invalid or expired')
}
