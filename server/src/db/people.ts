import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
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

/** Any number, as long as every version of WTPU uses the same; the second key is a person's id. */
const followsLock = 7_460_003

/**
 * Freezes who follows these people and whom they follow until the transaction ends: the first locks of a transaction
 * that reads or writes follows (docs/house.md, "Order of locks"). Row locks alone cannot do it, because a new follower
 * has no row yet when the followers are read.
 */
export async function lockFollowsOf(tx: Db, userIds: number[]): Promise<void> {
  const sorted = sql.param(inOrder(userIds))
  await tx.execute(sql`select pg_advisory_xact_lock(${followsLock}, id) from unnest(${sorted}::int[]) as id`)
}

/**
 * Locks the rows of people in the order of their ids, before anything else is locked. Rows that refer to them can still
 * be inserted meanwhile: a foreign key takes KEY SHARE, which NO KEY UPDATE allows.
 */
export function lockPeople(tx: Db, userIds: number[]): Promise<{ id: number; deletedAt: Date | null }[]> {
  return tx
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(userIds)}::int[])`)
    .orderBy(users.id)
    .for('no key update')
}

function inOrder(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((one, other) => one - other)
}
