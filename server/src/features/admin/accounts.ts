import { displayName } from '@wtpu/contract/accounts/names'
import { type ManagedAccount, maxListed, type Role } from '@wtpu/contract/admin'
import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import { users } from '#db/schema/accounts.ts'
import { hasEmail, hasUsername, isActiveAccount } from '#db/people.ts'
import { ApiError, notFound } from '#http/errors.ts'

export const staffRoles = ['moderator', 'admin'] as const

interface AccountChange {
  role?: Role
  verified?: boolean
}

const sentences: Record<Role, string> = {
  user: 'An account is no longer staff.',
  moderator: 'An account became a moderator.',
  admin: 'An account became an admin.',
}

/**
 * Changes the role of an account, which takes effect with its next request, and the mark that staff has checked its owner's
 * identity. Locks all admins, so that two of them cannot end each other's role at the same time. @throws ApiError 404 or 409
 */
export async function changeAccount(
  db: Db,
  { userId, change, by }: { userId: number; change: AccountChange; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: users.id, role: users.role, verified: users.verified })
      .from(users)
      .where(sql`${users.isActive} and (${eq(users.id, userId)} or ${eq(users.role, 'admin')})`)
      .orderBy(users.id)
      .for('no key update')
    const decision = await by(tx)
    const account = locked.find(({ id }) => id === userId)
    if (!account) throw notFound('Account')
    const { role = account.role, verified = account.verified } = change
    const isLastAdmin = account.role === 'admin' && locked.filter((user) => user.role === 'admin').length === 1
    if (role !== 'admin' && isLastAdmin) throw new ApiError('last_admin')
    await tx.update(users).set({ role, verified }).where(eq(users.id, userId))
    const record = (action: 'grant' | 'revoke' | 'verify' | 'unverify', reason: string) =>
      recordModeration(tx, { action, subjectKind: 'account', subjectId: userId }, { ...decision, reason })
    if (role !== account.role) await record(role === 'user' ? 'revoke' : 'grant', sentences[role])
    if (verified !== account.verified) {
      await record(
        verified ? 'verify' : 'unverify',
        verified
          ? 'The identity of an account was checked.'
          : 'The identity of an account is no longer marked as checked.',
      )
    }
  })
}

/**
 * Changes an account that is found by its email, for the command line. @returns whether the email is confirmed. @throws Error
 * with a printable message if the email is unknown
 */
export async function changeAccountByEmail(
  db: Db,
  email: string,
  change: AccountChange,
  decision: Decision,
): Promise<{ isConfirmed: boolean }> {
  const [account] = await db
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(hasEmail(email.trim()))
  if (!account) throw new Error(`There is no account with the email ${email}.`)
  await changeAccount(db, { userId: account.id, change, by: async () => decision })
  return { isConfirmed: account.verifiedAt !== null }
}

async function selectAccounts(db: Db, condition: SQL | undefined): Promise<ManagedAccount[]> {
  const rows = await db
    .select({
      id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      username: sql<string>`coalesce(${users.username}, '')`,
      email: users.email,
      role: users.role,
      verified: users.verified,
    })
    .from(users)
    .where(condition)
    .orderBy(users.role, users.email)
    .limit(maxListed)
  return rows.map(({ first_name, last_name, ...account }) => ({
    ...account,
    name: displayName({ first_name, last_name, ...account }),
  }))
}

export const findStaff = (db: Db): Promise<ManagedAccount[]> =>
  selectAccounts(db, and(ne(users.role, 'user'), users.isActive))

/** None or one: emails have an at sign, usernames have not. */
export const findAccounts = (db: Db, wanted: string): Promise<ManagedAccount[]> =>
  selectAccounts(db, and(wanted.includes('@') ? hasEmail(wanted.trim()) : hasUsername(wanted.trim()), users.isActive))

export const findAccount = (db: Db, id: number): Promise<ManagedAccount[]> => selectAccounts(db, isActiveAccount(id))
