import { site } from '@wtpu/contract/site/name'
import { randomInt } from 'node:crypto'
import { emailProblem, passwordsDiffer } from '@wtpu/contract/accounts/on-demand/credentials'
import * as recovery from '@wtpu/contract/accounts/recovery'
import { otpLength, otpMinutes, otpTries } from '@wtpu/contract/accounts/recovery'
import { displayName } from '@wtpu/contract/accounts/names'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { isAccount, lockPeople } from '#db/people.ts'
import { passwordResets, users } from '#db/schema/accounts.ts'
import { ApiError, assertFields } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { notifyOfSecurity } from '#notifications/events.ts'
import {
  forgetNetworks,
  identifyCaller,
  mailboxCodesKey,
  rememberNetwork,
  type AccountCaller,
} from './known-networks.ts'
import { mailboxNetwork } from '#community/new-voters.ts'
import { ownSignIn } from './own-sign-in.ts'
import { passwordProblem, hashPassword, passwordMatches, reserveSlot } from './passwords.ts'
import { findByEmail, type RecoverableAccount } from './queries.ts'
import { endSessions } from '#http/session-cache.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits, networkKey, limits, limitTo } from '#http/limits/rate-limit.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

type App = Pick<FastifyInstance, 'db' | 'config' | 'outbox' | 'pendingAnswers'>

/**
 * Mails a new code, which replaces the previous one. An unknown email takes the same time, even though the message that the
 * specification requires reveals it.
 */
async function requestReset(app: App, { email, network }: { email: string; network: string }): Promise<void> {
  assertFields({ email: emailProblem(email) })
  const { account, caller } = await identifyCaller(app, network, () => findByEmail(app.db, email))
  const userId = account?.userId
  using slot = reserveSlot(caller)
  if (account) await countResetCode(app, account, caller)
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
  const codeHash = await hashPassword(code, slot)
  const isStored = userId !== undefined && (await storeCode(app, { userId, code, codeHash }))
  if (!isStored) throw new ApiError('unknown_email')
  app.outbox.wake()
}

interface NewCode {
  userId: number
  code: string
  codeHash: string
}

/** @returns false if the account was deleted in the meantime. */
function storeCode({ db, outbox, config, pendingAnswers }: App, { userId, code, codeHash }: NewCode): Promise<boolean> {
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
    const values = { codeHash, expiresAt, tries: 0, createdAt: sql`now()` }
    await tx
      .insert(passwordResets)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: passwordResets.userId, set: values })
    const mail = resetMail(user.email, {
      name: user.verifiedAt && displayName(user),
      code,
      waiting: user.verifiedAt ? 0 : await pendingAnswers.countWaiting(tx, userId),
      publicUrl: config.publicUrl,
    })
    await outbox.enqueue(tx, { ...mail, userId }, { kind: 'code', usefulMinutes: otpMinutes })
    return true
  })
}

/** `name` is null unless the email is confirmed: a name is free text, and anyone may have registered this address. */
function resetMail(
  to: string,
  { name, code, waiting, publicUrl }: { name: string | null; code: string; waiting: number; publicUrl: string },
): Mail {
  const body = renderMail({
    publicUrl,
    title: `Your ${site.name} verification code`,
    paragraphs: [
      `Hello${name ? ` ${name}` : ''}, enter this code to choose a new password:`,
      `The code expires in ${otpMinutes} minutes and works once. ${site.name} never asks for it by phone or in a message.`,
      ...(waiting === 0 ? [] : [waitingText(waiting)]),
    ],
    code,
    footnote: 'If you did not request this code, ignore this mail. Your password has not changed.',
  })
  return { to, subject: `Your ${site.name} verification code`, ...body }
}

const waitingText = (answers: number) =>
  `The code also confirms this email. ${answers === 1 ? 'An answer to a poll waits for that and is' : `${answers} answers to polls wait for that and are`} then counted as yours.`

interface ResetConfirmation {
  email: string
  code: string
  new_password: string
  confirm_password: string
  network: string
}

/** Sets a new password if the code is the newest one, then deletes the code and ends every session of the user. @returns the user's id */
async function confirmReset(app: App, input: ResetConfirmation): Promise<number> {
  await assertValid(input)
  const wrong = new ApiError('invalid_code')
  const { account, caller } = await identifyCaller(app, input.network, () => findByEmail(app.db, input.email))
  using slot = reserveSlot(caller)
  const reset = account && (await countTry(app.db, account.userId, caller))
  // Compare even without a code, so that it takes as long as a wrong code.
  const matches = await passwordMatches(reset?.codeHash, input.code.trim(), slot)
  if (!reset || !matches) throw wrong
  await refundWrongCode(app.db, reset.userId, caller)
  if (reset.expired) throw new ApiError('expired_code')
  await assertNotKnown(app.db, reset.userId, input)
  const passwordHash = await hashPassword(input.new_password, slot)
  await app.db.transaction(async (tx) => {
    // Lock the user before the code, in the same order as `deleteAccount`.
    await lockPeople(tx, [reset.userId])
    // If two confirmations run at once, only one of them deletes the code.
    const used = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, reset.userId), eq(passwordResets.codeHash, reset.codeHash)))
      .returning({ sentAt: passwordResets.createdAt })
    if (!used[0]) throw wrong
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
      .where(eq(users.id, reset.userId))
    // The mail spoke of those only.
    await app.pendingAnswers.makeDue(tx, reset.userId, used[0].sentAt)
    await endSessions(tx, reset.userId)
    await forgetNetworks(tx, reset.userId)
    await rememberNetwork(tx, app, reset.userId, input.network)
    await notifyOfSecurity(tx, reset.userId, 'password_changed')
  })
  app.pendingAnswers.announce(reset.userId)
  return reset.userId
}

/**
 * Counts a try before the code is compared, so that parallel guesses count too. Exceeding the daily limit rolls the try
 * back, so that other people over their limit do not use up the tries of the owner's code.
 */
function countTry(db: Db, userId: number, caller: AccountCaller) {
  return db.transaction(async (tx) => {
    const [reset] = await tx
      .update(passwordResets)
      .set({ tries: sql`${passwordResets.tries} + 1` })
      .where(and(eq(passwordResets.userId, userId), lt(passwordResets.tries, otpTries)))
      .returning({
        userId: passwordResets.userId,
        codeHash: passwordResets.codeHash,
        expired: sql<boolean>`${passwordResets.expiresAt} <= now()`,
      })
    if (reset) await countWrongCode(tx, userId, caller)
    return reset
  })
}

async function assertValid({ email, code, new_password, confirm_password }: ResetConfirmation): Promise<void> {
  assertFields({
    email: email === '' ? 'email is required' : emailProblem(email),
    code: code.trim() === '' && 'code is required',
    new_password: await passwordProblem(new_password, { email }),
    confirm_password: new_password.normalize() !== confirm_password.normalize() && passwordsDiffer,
  })
}

/** Again, with what only the owner of the code may learn about the account. */
async function assertNotKnown(db: Db, userId: number, { email, new_password }: ResetConfirmation): Promise<void> {
  const [owner] = await db
    .select({ first_name: users.firstName, last_name: users.lastName, username: users.username })
    .from(users)
    .where(eq(users.id, userId))
  assertFields({ new_password: await passwordProblem(new_password, { email, ...owner }) })
}

/** The part of an account's daily limits that unknown networks cannot use, once the account has known networks. */
const reservedForOwner = { resetCodes: 3, wrongResetCodes: 5 }
/** The part that one unknown network can use, so that nobody alone uses up what an owner who travels needs. */
const ofOneNetwork = { resetCodes: 5, wrongResetCodes: 10 }

/**
 * Counts a requested code. Known networks are only subject to the account's daily limit. Codes to unconfirmed addresses are also
 * counted per mailbox, because anyone can register someone else's address, delete the account and register again, or
 * register many spellings of it. @throws ApiError 429
 */
async function countResetCode(
  { db, config }: App,
  { userId, voterId, emailConfirmed }: RecoverableAccount,
  caller: AccountCaller,
): Promise<void> {
  if (!caller.known) {
    await countAttempt(db, `reset code ${userId} from ${caller.widestHash}`, accountLimits.resetRequestPerNetwork)
  }
  await countPerDay(db, `reset code ${userId}`, 'resetCodes', caller)
  if (emailConfirmed) return
  const key = mailboxCodesKey(voterId)
  const network = mailboxNetwork({ config }, voterId, caller.network)
  await countAttempt(db, `${key} from ${network}`, { ...accountLimits.resetCodes, max: ofOneNetwork.resetCodes })
  await countAttempt(db, key, accountLimits.resetCodes)
}

const wrongCodeKey = (userId: number) => `wrong reset code ${userId}`

/** Counts a code before it is compared, so that parallel guesses count too. @throws ApiError 429 */
async function countWrongCode(db: Db, userId: number, caller: AccountCaller): Promise<void> {
  await countPerDay(db, wrongCodeKey(userId), 'wrongResetCodes', caller)
}

/** Takes back the count of a correct code. */
async function refundWrongCode(db: Db, userId: number, caller: AccountCaller): Promise<void> {
  await refundAttempt(db, wrongCodeKey(userId))
  if (!caller.known) await refundAttempt(db, ofNetwork(wrongCodeKey(userId), caller))
}

const ofNetwork = (key: string, { widestHash }: AccountCaller) => `${key} a day from ${widestHash}`

async function countPerDay(
  db: Db,
  key: string,
  name: keyof typeof reservedForOwner,
  caller: AccountCaller,
): Promise<void> {
  const limit = accountLimits[name]
  if (!caller.known) {
    await countAttempt(db, ofNetwork(key, caller), { ...limit, max: ofOneNetwork[name], message: undefined })
  }
  if (caller.known || !caller.hasKnownNetworks) return countAttempt(db, key, limit)
  // The numbers in the message are those of the owner.
  return countAttempt(db, key, { ...limit, max: limit.max - reservedForOwner[name], message: undefined })
}

export const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...recovery.requestPasswordReset,
    onRequest: [ownSignIn(app), limitTo(app, limits.resetRequestPerAddress)],
    handler: async (request) => {
      await requestReset(app, { email: request.body.email.trim(), network: networkKey(request) })
      return { detail: 'A verification code is on its way.' }
    },
  })

  app.route({
    ...recovery.confirmPasswordReset,
    onRequest: [ownSignIn(app), limitTo(app, limits.resetConfirmPerAddress)],
    handler: async (request) => {
      const email = request.body.email.trim()
      const userId = await confirmReset(app, { ...request.body, email, network: networkKey(request) })
      app.sessionCache.end(userId)
      return { detail: 'The password was changed.' }
    },
  })
}
