import { createHash, randomBytes } from 'node:crypto'
import { type Factors, recoveryCodeCount } from '@wtpu/contract/accounts/on-demand/factors'
import { site } from '@wtpu/contract/site/name'
import { and, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { tryDecrypt } from '#db/cipher.ts'
import type { Db } from '#db/client.ts'
import { isAccount, lockPeople } from '#db/people.ts'
import { authenticatorApps, passkeys, recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { accountGone, ApiError, notFound } from '#http/errors.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import { hasFactor } from './has-factor.ts'

type App = Pick<FastifyInstance, 'db' | 'keys'>

const period = 30
/** Clocks may differ by one period. */
const window = 1

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: site.name, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })

const isConfirmed = (userId: number) =>
  and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt))

/** Without spaces and dashes, in small letters. */
const bare = (code: string) => code.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase()
const hashOf = (code: string) => createHash('sha256').update(bare(code)).digest()

export async function findFactors(db: Db, userId: number): Promise<Factors> {
  const [[app], keys, left] = await Promise.all([
    db.select().from(authenticatorApps).where(isConfirmed(userId)),
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id),
    db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  ])
  return {
    app: app ? { added_at: app.createdAt.toISOString(), last_used_at: app.lastUsedAt?.toISOString() ?? null } : null,
    passkeys: keys.map(({ id, name, host, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      host,
      is_backed_up: isBackedUp,
      added_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    recovery_codes: left,
  }
}

/** Replaces a secret that no code has confirmed. @throws ApiError 409 if there is an app */
export async function startApp({ db, keys }: App, userId: number): Promise<{ secret: string; uri: string }> {
  const [owner] = await db
    .select({ email: users.email, role: users.role, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(isAccount(userId))
  if (!owner) throw accountGone()
  // Otherwise, who registers an address of others could lock its owner out.
  if (owner.role === 'user' && !owner.verifiedAt) throw new ApiError('email_not_confirmed')
  const secret = new Secret({ size: 20 }).base32
  const values = { secret: keys.factors.encrypt(secret), createdAt: sql`now()` }
  const stored = await db
    .insert(authenticatorApps)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: values,
      setWhere: isNull(authenticatorApps.confirmedAt),
    })
    .returning({ userId: authenticatorApps.userId })
  if (!stored[0]) throw new ApiError('factor_exists')
  return { secret, uri: totpOf(secret, owner.email ?? '').toString() }
}

interface Confirmation {
  userId: number
  sessionId: string
  code: string
}

/** @returns recovery codes. @throws ApiError */
export async function confirmApp({ db, keys }: App, { userId, sessionId, code }: Confirmation): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    if ((await tx.$count(authenticatorApps, isConfirmed(userId))) > 0) throw new ApiError('factor_exists')
    if (!(await takeAppCode({ db: tx, keys }, eq(authenticatorApps.userId, userId), code)))
      throw new ApiError('wrong_code')
    const codes = await firstCodes(tx, userId)
    await tx
      .update(authenticatorApps)
      .set({ confirmedAt: sql`now()` })
      .where(eq(authenticatorApps.userId, userId))
    await tx.update(sessions).set({ isStrong: true }).where(eq(sessions.id, sessionId))
    await notifyOfSecurity(tx, userId, 'factor_added')
    return codes
  })
}

/** @throws ApiError 409 */
export function renewRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    if (!(await hasAny(tx, userId))) throw new ApiError('no_factor')
    await notifyOfSecurity(tx, userId, 'recovery_codes_new')
    return replaceCodes(tx, userId)
  })
}

async function hasAny(tx: Db, userId: number): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), hasFactor()))) > 0
}

/** For the first second factor of an account, which is locked. Empty for the others. */
export async function firstCodes(tx: Db, userId: number): Promise<string[]> {
  return (await hasAny(tx, userId)) ? [] : replaceCodes(tx, userId)
}

async function replaceCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
  return codes
}

/** 80 random bits: "abcd-efgh-jklm-npqr". */
const newCode = () =>
  new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase().replaceAll(/.{4}(?=.)/g, '$&-')

/** @throws ApiError 404 if there is none */
export async function removeApp(tx: Db, userId: number): Promise<void> {
  await lockPeople(tx, [userId])
  const removed = await tx
    .delete(authenticatorApps)
    .where(isConfirmed(userId))
    .returning({ userId: authenticatorApps.userId })
  if (!removed[0]) throw notFound('Second factor')
  await endWithoutFactors(tx, userId)
  await notifyOfSecurity(tx, userId, 'factor_removed')
}

/** The app and all passkeys. @throws ApiError 404 if there is none */
export async function removeFactors(tx: Db, userId: number): Promise<void> {
  await lockPeople(tx, [userId])
  if (!(await hasAny(tx, userId))) throw notFound('Second factor')
  await deleteFactors(tx, userId)
  await notifyOfSecurity(tx, userId, 'factor_removed')
}

/** After the last factor is gone, the recovery codes end, and no session is strong. */
export async function endWithoutFactors(tx: Db, userId: number): Promise<void> {
  if (await hasAny(tx, userId)) return
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.update(sessions).set({ isStrong: false }).where(eq(sessions.userId, userId))
}

/** The tables of all that proves the second step. */
export const factorTables = [authenticatorApps, passkeys, recoveryCodes] as const

/** The account is locked. */
async function deleteFactors(tx: Db, userId: number): Promise<void> {
  for (const table of [authenticatorApps, passkeys]) await tx.delete(table).where(eq(table.userId, userId))
  await endWithoutFactors(tx, userId)
}

/**
 * Uses a code of the app, or a recovery code. `key` names the limit. Attempts are counted before the comparison, so that
 * parallel guesses count too. @throws ApiError 403 or 429
 */
export async function assertCode(
  { db, keys }: App,
  { userId, code, key }: { userId: number; code: string; key: string },
): Promise<void> {
  await countAttempt(db, key, accountLimits.wrongCodes)
  const isRight = /^\d{6}$/.test(bare(code))
    ? await takeAppCode({ db, keys }, isConfirmed(userId), code)
    : await takeRecoveryCode(db, userId, code)
  if (!isRight) throw new ApiError('wrong_code')
  await refundAttempt(db, key)
}

/** The clock is the database's, and each code works once: of two requests with it, one updates the row. */
async function takeAppCode({ db, keys }: App, isApp: SQL | undefined, code: string): Promise<boolean> {
  const [app] = await db
    .select({ secret: authenticatorApps.secret, now: sql<number>`extract(epoch from now())::float8` })
    .from(authenticatorApps)
    .where(isApp)
  const secret = app && tryDecrypt(keys.factors, app.secret)
  if (!app || secret === undefined) return false
  const delta = totpOf(secret).validate({ token: bare(code), timestamp: app.now * 1000, window })
  if (delta === null) return false
  const lastPeriod = Math.floor(app.now / period) + delta
  const used = await db
    .update(authenticatorApps)
    .set({ lastPeriod, lastUsedAt: sql`now()` })
    .where(and(isApp, lt(authenticatorApps.lastPeriod, lastPeriod)))
    .returning({ userId: authenticatorApps.userId })
  return used.length > 0
}

function takeRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(code))))
      .returning({ userId: recoveryCodes.userId })
    if (used[0]) await notifyOfSecurity(tx, userId, 'recovery_code_used')
    return used.length > 0
  })
}
