import type { Tokens as TokenPair } from '@wtpu/contract/accounts'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import type { RefreshToken, Tokens } from '#http/tokens.ts'

const day = 24 * 60 * 60 * 1000

/** How long after a rotation the previous refresh token still gets the same successor (decisions 6, 108). */
const graceMilliseconds = 10_000

type Session = typeof sessions.$inferSelect

/** Decision 11: 30 days with "Remember me", 1 day without, from each rotation on. */
function lifetime(remember: boolean): number {
  return (remember ? 30 : 1) * day
}

/** Signs a person in on one device. */
export async function openSession(
  db: Db,
  tokens: Tokens,
  { userId, remember }: { userId: number; remember: boolean },
): Promise<TokenPair> {
  const now = new Date()
  const [session] = await db
    .insert(sessions)
    .values({ userId, remember, rotatedAt: now, expiresAt: new Date(now.getTime() + lifetime(remember)) })
    .returning()
  if (!session) throw new Error('the session was not stored')
  return pairOf(tokens, session)
}

/**
 * Exchanges a refresh token for its successor. A token re-used after the grace period was stolen, or its owner's
 * successor was: the whole session ends for both.
 */
export async function rotateSession(db: Db, tokens: Tokens, refresh: string): Promise<TokenPair> {
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
  throw invalidRefresh()
}

/** Ends a session (decision 109). Whatever the token is worth, there is nothing to tell its bearer. */
export async function closeSession(db: Db, tokens: Tokens, refresh: string): Promise<void> {
  try {
    await revokeSession(db, readRefresh(tokens, refresh).sid)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
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
