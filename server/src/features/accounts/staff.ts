import { asc, ne } from 'drizzle-orm'
import { invalidateBlocked, setBlocked } from '#community/block-users.ts'
import type { Db } from '#db/client.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import { users } from '#db/schema/accounts.ts'
import { hasEmail } from '#db/people.ts'

export const staffRoles = ['moderator', 'admin'] as const
type Role = 'user' | (typeof staffRoles)[number]

/** Takes effect with the user's next request. @throws Error with a printable message if the email is unknown. */
export async function setRole(db: Db, email: string, role: Role): Promise<void> {
  await updateByEmail(db, email, { role })
}

/** Marks an account whose owner staff has identified. */
export async function setVerified(db: Db, email: string, verified: boolean): Promise<void> {
  await updateByEmail(db, email, { verified })
}

export function findStaff(db: Db) {
  return db
    .select({ email: users.email, role: users.role })
    .from(users)
    .where(ne(users.role, 'user'))
    .orderBy(asc(users.role), asc(users.email))
}

/**
 * Ends every session of an account and rejects new ones. Hides its public profile. Its votes still count.
 * @throws Error with a printable message if the account is unknown or already blocked.
 */
export async function blockAccount(db: Db, email: string, decision: Decision): Promise<void> {
  await changeBlocked(db, email, true, decision)
}

/** Allows the account to sign in again. @throws Error with a printable message if it is not blocked. */
export async function unblockAccount(db: Db, email: string, decision: Decision): Promise<void> {
  await changeBlocked(db, email, false, decision)
}

async function changeBlocked(db: Db, email: string, blocked: boolean, decision: Decision): Promise<void> {
  const userId = await db.transaction(async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(hasEmail(email.trim()))
    if (!account || !(await setBlocked(tx, account.id, blocked))) {
      throw new Error(`There is no ${blocked ? 'account' : 'blocked account'} with the email ${email}.`)
    }
    const action = blocked ? 'block' : 'unblock'
    await recordModeration(tx, { action, subjectKind: 'account', subjectId: account.id, userId: account.id }, decision)
    return account.id
  })
  await invalidateBlocked(db, userId)
}

async function updateByEmail(db: Db, email: string, change: { role?: Role; verified?: boolean }): Promise<void> {
  const updated = await db.update(users).set(change).where(hasEmail(email.trim())).returning({ id: users.id })
  if (updated.length === 0) throw new Error(`There is no account with the email ${email}.`)
}
