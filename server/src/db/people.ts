import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from './schema/accounts.ts'

/** Not a deleted one. */
export function isAccount(userId: number) {
  return and(eq(users.id, userId), isNull(users.deletedAt))
}

/** Whatever its case, by the rules of the database on both sides: JavaScript's differ. */
export function hasEmail(email: string) {
  return eq(sql`lower(${users.email})`, sql`lower(${email})`)
}

/** As `hasEmail`. */
export function hasUsername(username: string) {
  return eq(sql`lower(${users.username})`, sql`lower(${username})`)
}
