import { accountBlocked, type Device, type Tokens as TokenPair } from '@wtpu/contract/accounts'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import type { RefreshToken, Tokens } from '#http/tokens.ts'
import { deviceName } from './device-name.ts'

const day = 24 * 60 * 60 * 1000

/** How long after a rotation the previous refresh token still gets the same successor (decisions 6, 108). */
const graceMilliseconds = 10_000

/** What sessions need of the app: the app itself fits. */
type House = Pick<FastifyInstance, 'db' | 'tokens' | 'liveSessions'>

type Session = typeof sessions.$inferSelect

/** Decision 11: 30 days with "Remember me", 1 day without, from each rotation on. */
function lifetime(remember: boolean): number {
  return (remember ? 30 : 1) * day
}

interface SignIn {
  userId: number
  /** The hash that the password was compared with. */
  passwordHash?: string | null
  remember: boolean
  userAgent: string | undefined
}

/**
 * Signs a person in on one device. Their row is held meanwhile, so that who deletes the account, or replaces its password,
 * ends this session too.
 * @returns undefined when that has happened already.
 * @throws ApiError when staff has blocked the account.
 */
export async function openSession({ db, tokens }: House, given: SignIn): Promise<TokenPair | undefined> {
  const now = new Date()
  const session = await db.transaction(async (tx) => {
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
        rotatedAt: now,
        expiresAt: new Date(now.getTime() + lifetime(given.remember)),
      })
      .returning()
    return opened
  })
  return session && pairOf(tokens, session)
}

/**
 * Exchanges a refresh token for its successor. A token re-used after the grace period was stolen, or its owner's
 * successor was: the whole session ends for both.
 */
export async function rotateSession({ db, tokens, liveSessions }: House, refresh: string): Promise<TokenPair> {
  const token = readRefresh(tokens, refresh)
  const now = new Date()
  const [rotated] = await db
    .update(sessions)
    .set({
      generation: sql`${sessions.generation} + 1`,
      rotatedAt: now,
      expiresAt: sql`${now.toISOString()}::timestamptz + case when ${sessions.remember} then interval '30 days' else interval '1 day' end`,
    })
    // Compare and swap: of two rotations at once, one wins and the other finds its successor below.
    .where(and(isLive(token.sid, now), eq(sessions.generation, token.gen)))
    .returning()
  if (rotated) return pairOf(tokens, rotated)

  const [session] = await db.select().from(sessions).where(isLive(token.sid, now))
  if (!session) throw invalidRefresh()
  const justReplaced =
    session.generation === token.gen + 1 && now.getTime() - session.rotatedAt.getTime() < graceMilliseconds
  if (justReplaced) return pairOf(tokens, session)
  await revokeSession(db, token.sid)
  liveSessions.forget()
  throw invalidRefresh()
}

/** Ends a session (decision 109). Whatever the token is worth, there is nothing to tell its bearer. */
export async function closeSession({ db, tokens, liveSessions }: House, refresh: string): Promise<void> {
  try {
    await revokeSession(db, readRefresh(tokens, refresh).sid)
    liveSessions.forget()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Ends every session of a person, or every other one than `except`. @returns how many. */
export async function endSessions(tx: Db, userId: number, except?: string): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
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
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt)))
}

function isLive(sid: string, now: Date) {
  return and(eq(sessions.id, sid), isNull(sessions.revokedAt), gt(sessions.expiresAt, now))
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
