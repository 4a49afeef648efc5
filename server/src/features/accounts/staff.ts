import { asc, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { hasEmail } from '#db/people.ts'

export const staffRoles = ['moderator', 'admin'] as const
type Role = 'user' | (typeof staffRoles)[number]

/** Decision 89. Takes effect with the person's next request. @throws Error, ready to be printed, for an unknown email. */
export async function setRole(db: Db, email: string, role: Role): Promise<void> {
  await updateByEmail(db, email, { role })
}

/** Decision 33: the mark of an account whose holder staff has identified. */
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

async function updateByEmail(db: Db, email: string, change: { role?: Role; verified?: boolean }): Promise<void> {
  const changed = await db.update(users).set(change).where(hasEmail(email.trim())).returning({ id: users.id })
  if (changed.length === 0) throw new Error(`There is no account with the email ${email}.`)
}
