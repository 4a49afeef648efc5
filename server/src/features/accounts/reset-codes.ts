import { randomInt } from 'node:crypto'
import { otpLength, otpMinutes, otpTries, passwordMinLength } from '@wtpu/contract/accounts'
import { displayName } from '@wtpu/contract/people'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hasEmail, lockPeople } from '#db/people.ts'
import { passwordResets, users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'
import { renderMail } from '#mail/layout.ts'
import type { Outbox } from '#mail/outbox.ts'
import type { Mail } from '#mail/transport.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { endSessions } from './sessions.ts'

/**
 * Mails a new code; the one before it is worth nothing from then on. An unknown address costs the same time, though the
 * specification wants it told apart by its message.
 */
export async function requestReset(db: Db, outbox: Outbox, email: string): Promise<void> {
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
  const codeHash = await hashPassword(code)
  const found = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({
        id: users.id,
        email: users.email,
        first_name: users.firstName,
        last_name: users.lastName,
        verifiedAt: users.emailVerifiedAt,
      })
      .from(users)
      .where(and(hasEmail(email), isNull(users.deletedAt)))
    if (!user?.email) return false
    const expiresAt = new Date(Date.now() + otpMinutes * 60_000)
    const fresh = { codeHash, expiresAt, tries: 0, createdAt: new Date() }
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, ...fresh })
      .onConflictDoUpdate({ target: passwordResets.userId, set: fresh })
    await outbox.add(tx, resetMail(user.email, user.verifiedAt && displayName(user), code), {
      usefulMinutes: otpMinutes,
    })
    return true
  })
  if (!found) throw new ApiError(404, 'not_found', 'Email does not exist')
  outbox.wake()
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
}

/** Sets a new password against the newest code, once, and ends every session (decisions 34, 35). */
export async function confirmReset(db: Db, given: Reset): Promise<void> {
  refuseUnfit(given)
  const wrong = new ApiError(400, 'invalid_code', 'Invalid reset code')
  const tried = await takeTry(db, given.email)
  // An account without a code takes as long as one with a wrong code.
  const matches = await passwordMatches(tried?.codeHash, given.code.trim())
  if (!tried || !matches) throw wrong
  if (tried.expired) throw new ApiError(400, 'expired_code', 'Reset code has expired')
  const passwordHash = await hashPassword(given.new_password)
  await db.transaction(async (tx) => {
    // The person before their code, as `deleteAccount` locks them.
    await lockPeople(tx, [tried.userId])
    // Of two confirmations at once, one finds the code.
    const used = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, tried.userId), eq(passwordResets.codeHash, tried.codeHash)))
      .returning({ userId: passwordResets.userId })
    if (used.length === 0) throw wrong
    await tx.update(users).set({ passwordHash, emailVerifiedAt: new Date() }).where(eq(users.id, tried.userId))
    await endSessions(tx, tried.userId)
  })
}

/** Counted before the code is compared, so that a hundred guesses at once are five tries too. */
async function takeTry(db: Db, email: string) {
  const [tried] = await db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .from(users)
    .where(
      and(
        eq(users.id, passwordResets.userId),
        hasEmail(email),
        isNull(users.deletedAt),
        lt(passwordResets.tries, otpTries),
      ),
    )
    .returning({
      userId: passwordResets.userId,
      codeHash: passwordResets.codeHash,
      expired: sql<boolean>`${passwordResets.expiresAt} <= now()`,
    })
  return tried
}

function refuseUnfit({ email, code, new_password, confirm_password }: Reset): void {
  const fields: Record<string, string[]> = {}
  if (email.trim() === '') fields['email'] = ['email is required']
  if (code.trim() === '') fields['code'] = ['code is required']
  if (new_password.length < passwordMinLength) {
    fields['new_password'] = [`Password must be at least ${passwordMinLength} characters`]
  }
  if (new_password !== confirm_password) fields['confirm_password'] = ['Passwords do not match']
  if (Object.keys(fields).length > 0) {
    throw new ApiError(400, 'invalid', Object.values(fields).flat().join(' '), { fields })
  }
}
