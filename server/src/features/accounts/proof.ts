import type { PasskeyProof } from '@wtpu/contract/accounts/on-demand/passkeys'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { accountGone, ApiError } from '#http/errors.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { assertCode } from './factors/factors.ts'
import { hasFactor } from './factors/has-factor.ts'
import { assertPasskey } from './factors/passkeys.ts'
import { passwordMatches, reserveSlot } from './passwords.ts'

interface PasswordCheck {
  userId: number
  network: string
  password?: string
  passwordHash: string
}

/** Checks the password of somebody who is signed in. It is limited like a sign-in, so that nobody can guess passwords here. @throws ApiError 403 or 429 */
export async function assertPassword(db: Db, { userId, network, password = '', passwordHash }: PasswordCheck) {
  using slot = reserveSlot({ network, known: true })
  const key = `password ${userId}`
  // Counted before the comparison, so that parallel guesses count too.
  await countAttempt(db, key, accountLimits.passwordChecks)
  if (!(await passwordMatches(passwordHash, password, slot))) throw new ApiError('wrong_password')
  await refundAttempt(db, key)
}

interface Proof {
  userId: number
  sessionId: string
  network: string
  password?: string
  code?: string
  passkey?: PasskeyProof
}

/**
 * Notes with the session that its owner has proved who they are: by the second factor if there is one, because the session may
 * be stolen together with the password. By it, the session counts as one with a second factor. @throws ApiError
 */
export async function proveOwner(
  app: Pick<FastifyInstance, 'db' | 'keys' | 'sessionCache' | 'config' | 'tokens'>,
  { userId, sessionId, network, password, code = '', passkey }: Proof,
): Promise<void> {
  const { db } = app
  const [owner] = await db
    .select({ passwordHash: users.passwordHash, hasFactor: hasFactor() })
    .from(users)
    .where(isAccount(userId))
  if (!owner) throw accountGone()
  const { passwordHash } = owner
  if (passkey) {
    if ((await assertPasskey(app, passkey)) !== userId) throw new ApiError('passkey_refused')
  } else if (owner.hasFactor) await assertCode(app, { userId, code, key: `proof by code ${userId}` })
  else if (passwordHash === null) throw new ApiError('no_password')
  else await assertPassword(db, { userId, network, password, passwordHash })
  await db
    .update(sessions)
    .set({ provedAt: sql`now()`, ...(owner.hasFactor && { isStrong: true }) })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
  if (owner.hasFactor) app.sessionCache.end(userId)
}
