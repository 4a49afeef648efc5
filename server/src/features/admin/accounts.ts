import { displayName } from '@wtpu/contract/accounts/names'
import { type ManagedAccount, maxListed } from '@wtpu/contract/on-demand/admin'
import { and, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Decision } from '#community/moderation.ts'
import { type AccountChange, changeAccount, type RolesApp } from '#community/roles.ts'
import { users } from '#db/schema/accounts.ts'
import { hasEmail, hasUsername, isActiveAccount } from '#db/people.ts'

export const staffRoles = ['moderator', 'admin'] as const

/**
 * Changes an account that is found by its email, for the command line. @returns whether the email is confirmed. @throws Error
 * with a printable message if the email is unknown
 */
export async function changeAccountByEmail(
  app: RolesApp,
  email: string,
  change: AccountChange,
  decision: Decision,
): Promise<{ isConfirmed: boolean }> {
  const [account] = await app.db
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(hasEmail(email.trim()))
  if (!account) throw new Error(`There is no account with the email ${email}.`)
  await changeAccount(app, { userId: account.id, change, by: async () => decision })
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
