import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from './schema/accounts.ts'

/** Condition: the user with this id exists and is not deleted. */
export function isAccount(userId: number) {
  return and(eq(users.id, userId), isNull(users.deletedAt))
}

/** Condition: case-insensitive email match. Both sides use the database's lower(), because JavaScript's rules differ. */
export function hasEmail(email: string) {
  return eq(sql`lower(${users.email})`, sql`lower(${email})`)
}

/** Condition: case-insensitive username match. */
export function hasUsername(username: string) {
  return eq(sql`lower(${users.username})`, sql`lower(${username})`)
}
