import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'
import { newsletterConsents } from './schema/mailed-answers.ts'
import { canonicalEmail } from './voters.ts'

/** SQL: a consent is stored with an answer, whose minute would tell which count it changed. */
export const consentDay = sql<string>`to_char(${newsletterConsents.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`

/** Those of all addresses of the mailbox of this one, which the person has confirmed. */
async function findConsentsOf(db: Db, email: string) {
  const consents = await db
    .select({
      id: newsletterConsents.id,
      email: newsletterConsents.email,
      wording: newsletterConsents.wording,
      day: consentDay,
    })
    .from(newsletterConsents)
    // But for dots, all addresses of a mailbox begin with the same character.
    .where(sql`left(ltrim(lower(${newsletterConsents.email}), '.'), 1) = left(ltrim(lower(${email}), '.'), 1)`)
    .orderBy(asc(newsletterConsents.id))
  const mailbox = canonicalEmail(email)
  return consents.filter((consent) => canonicalEmail(consent.email) === mailbox)
}

/** The consents that the export of an account has. */
export async function findOwnConsents(tx: Db, userId: number) {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  if (!user?.email) return []
  return (await findConsentsOf(tx, user.email)).map(({ wording, day }) => ({ agreed_to: wording, day }))
}

export async function deleteConsentsOf(tx: Db, email: string): Promise<void> {
  const ids = (await findConsentsOf(tx, email)).map(({ id }) => id)
  if (ids.length > 0) await tx.delete(newsletterConsents).where(inArray(newsletterConsents.id, ids))
}
