import { randomInt } from 'node:crypto'
import { emailPattern, otpLength, otpMinutes, otpTries } from '@wtpu/contract/accounts'
import { displayName } from '@wtpu/contract/people'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount, lockPeople } from '#db/people.ts'
import { passwordResets, users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import {
  forgetNetworks,
  identify,
  rememberNetwork,
  type AccountCaller,
} from '#features/accounts/sign-in/known-networks.ts'
import { passwordProblem } from '#features/accounts/password-rules.ts'
import { hashPassword, passwordMatches, takePlace } from '#features/accounts/passwords.ts'
import { findByEmail } from '#features/accounts/queries.ts'
import { countResetCode, countWrongCode, uncountWrongCode } from './reset-limits.ts'
import { endSessions } from '#features/accounts/sessions.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'outbox'>

/**
 * Mails a new code, which replaces the one before it. An unknown address costs the same time, though the specification
 * wants its message to say that it is unknown.
 */
export async function requestReset(app: App, { email, network }: { email: string; network: string }): Promise<void> {
  const problem = emailProblem(email)
  if (problem) throw new ApiError(400, 'invalid', problem, { fields: { email: [problem] } })
  const { account, caller } = await identify(app, network, () => findByEmail(app.db, email))
  const userId = account?.userId
  using place = takePlace(caller)
  if (userId !== undefined) await countResetCode(app.db, userId, caller)
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
  const codeHash = await hashPassword(code, place)
  const isStored = userId !== undefined && (await storeCode(app, { userId, code, codeHash }))
  if (!isStored) throw new ApiError(404, 'not_found', 'Email does not exist')
  app.outbox.wake()
}

interface NewCode {
  userId: number
  code: string
  codeHash: string
}

/** @returns false when the account was deleted meanwhile. */
function storeCode({ db, outbox }: App, { userId, code, codeHash }: NewCode): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({
        email: users.email,
        first_name: users.firstName,
        last_name: users.lastName,
        verifiedAt: users.emailVerifiedAt,
      })
      .from(users)
      .where(isAccount(userId))
    if (!user?.email) return false
    const expiresAt = sql`now() + make_interval(mins => ${otpMinutes})`
    const fresh = { codeHash, expiresAt, tries: 0, createdAt: sql`now()` }
    await tx
      .insert(passwordResets)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: passwordResets.userId, set: fresh })
    await outbox.add(tx, resetMail(user.email, user.verifiedAt && displayName(user), code), {
      kind: 'code',
      usefulMinutes: otpMinutes,
    })
    return true
  })
}

/** `name`: only of somebody who has read a mail of ours. Anybody may have registered this address, and a name is free text. */
function resetMail(to: string, name: string | null, code: string): Mail {
  const letter = renderMail({
    title: 'Your WTPU verification code',
    paragraphs: [
      `Hello${name ? ` ${name}` : ''}, enter this code to choose a new password:`,
      `It is good for ${otpMinutes} minutes and for one use. WTPU never asks for it by phone or in a message.`,
    ],
    code,
    footnote: 'You did not ask for this? Then ignore this mail: your password stays as it is.',
  })
  return { to, subject: 'Your WTPU verification code', ...letter }
}

interface Reset {
  email: string
  code: string
  new_password: string
  confirm_password: string
  network: string
}

/** Sets a new password against the newest code, once, and ends every session (decisions 34, 35). */
export async function confirmReset(app: App, given: Reset): Promise<void> {
  await refuseUnfit(given)
  const wrong = new ApiError(400, 'invalid_code', 'Invalid reset code')
  const { account, caller } = await identify(app, given.network, () => findByEmail(app.db, given.email))
  using place = takePlace(caller)
  const tried = account && (await takeTry(app.db, account.userId, caller))
  // An account without a code takes as long as one with a wrong code.
  const matches = await passwordMatches(tried?.codeHash, given.code.trim(), place)
  if (!tried || !matches) throw wrong
  await uncountWrongCode(app.db, tried.userId)
  if (tried.expired) throw new ApiError(400, 'expired_code', 'Reset code has expired')
  const passwordHash = await hashPassword(given.new_password, place)
  await app.db.transaction(async (tx) => {
    // The person before their code, as `deleteAccount` locks them.
    await lockPeople(tx, [tried.userId])
    // Of two confirmations at once, one finds the code.
    const used = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, tried.userId), eq(passwordResets.codeHash, tried.codeHash)))
      .returning({ userId: passwordResets.userId })
    if (used.length === 0) throw wrong
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`now()` })
      .where(eq(users.id, tried.userId))
    await endSessions(tx, tried.userId)
    await forgetNetworks(tx, tried.userId)
    await rememberNetwork(tx, app, tried.userId, given.network)
  })
}

/**
 * Counted before the code is compared: a hundred parallel guesses are five tries. A refusal for the day rolls the code's
 * try back, so that strangers beyond their bound do not use up the owner's code.
 */
function takeTry(db: Db, userId: number, caller: AccountCaller) {
  return db.transaction(async (tx) => {
    const [tried] = await tx
      .update(passwordResets)
      .set({ tries: sql`${passwordResets.tries} + 1` })
      .where(and(eq(passwordResets.userId, userId), lt(passwordResets.tries, otpTries)))
      .returning({
        userId: passwordResets.userId,
        codeHash: passwordResets.codeHash,
        expired: sql<boolean>`${passwordResets.expiresAt} <= now()`,
      })
    if (tried) await countWrongCode(tx, userId, caller)
    return tried
  })
}

/** The one place that decides which text can be the email of an account. */
function emailProblem(email: string): string | undefined {
  return emailPattern.test(email) ? undefined : 'Enter a valid email address.'
}

async function refuseUnfit({ email, code, new_password, confirm_password }: Reset): Promise<void> {
  const fields: Record<string, string[]> = {}
  const emailRefusal = email === '' ? 'email is required' : emailProblem(email)
  if (emailRefusal) fields['email'] = [emailRefusal]
  if (code.trim() === '') fields['code'] = ['code is required']
  const passwordRefusal = await passwordProblem(new_password, email)
  if (passwordRefusal) fields['new_password'] = [passwordRefusal]
  if (new_password !== confirm_password) fields['confirm_password'] = ['Passwords do not match']
  if (Object.keys(fields).length > 0) {
    throw new ApiError(400, 'invalid', Object.values(fields).flat().join(' '), { fields })
  }
}
