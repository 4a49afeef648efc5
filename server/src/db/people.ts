import { daysUntilChoiceCounts } from '@wtpu/contract/disclosure'
import { and, eq, not, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { Db } from './client.ts'
import { locksByKey } from './locks.ts'
import { users } from './schema/accounts.ts'
import { prepareStatement } from './statement.ts'
import { isDeleted, isSuspended } from './visibility.ts'

/** Condition: the user with this id exists and is not deleted. */
export function isAccount(userId: number | Placeholder) {
  return and(eq(users.id, userId), not(isDeleted()))
}

/**
 * Condition: the user with this id may act. Commands check it in their own statements, because another server accepts the
 * access token of an account that was just deleted or blocked for a few more seconds.
 */
export function isActiveAccount(userId: number) {
  return and(eq(users.id, userId), users.isActive)
}

/**
 * A sanction of the account `source` reaches all accounts of its mailbox. But anybody can register with an alias of an address of
 * somebody else: while its address is not confirmed, it does not reach those that are confirmed.
 */
export const reaches = (source: string, reached: string): SQL =>
  sql.raw(`${reached}.voter_id = ${source}.voter_id and (${reached}.id = ${source}.id
    or ${source}.email_verified_at is not null or ${reached}.email_verified_at is null)`)

/** The accounts of which a sanction, or a block by another user, reaches this one. */
export const accountsReaching = (userId: number | Placeholder | SQL): SQL =>
  sql`(select source.id from ${users} source join ${users} reached on ${reaches('source', 'reached')} where reached.id = ${userId})`

/** Every one of the accounts `userIds` with each that reaches it: a table with the columns `user_id` and `source_id`. */
export const allReaching = (userIds: SQL): SQL =>
  sql`(select reached.id as user_id, source.id as source_id from ${users} reached join ${users} source
    on ${reaches('source', 'reached')} where reached.id = any(${userIds}))`

/** Condition: case-insensitive email match. Both sides use the database's lower(), because JavaScript's rules differ. */
export function hasEmail(email: string) {
  return eq(sql`lower(${users.email})`, sql`lower(${email})`)
}

/** Condition: case-insensitive username match. */
export function hasUsername(username: string) {
  return eq(sql`lower(${users.username})`, sql`lower(${username})`)
}

/**
 * Locks the follows of these users, in both directions, until the transaction ends. Transactions that read or write follows
 * take these locks first (docs/server.md, "Locks"). Row locks are not enough, because a new follower has no row yet.
 */
export async function lockFollowsOf(tx: Db, userIds: number[]): Promise<void> {
  const sorted = sql.param(sortedIds(userIds))
  await tx.execute(sql`select pg_advisory_xact_lock(${locksByKey.followsOf}, id) from unnest(${sorted}::int[]) as id`)
}

/**
 * Locks the rows of these users in id order, before any other rows. Other transactions can still insert rows that refer to
 * them, because foreign keys take KEY SHARE locks, which NO KEY UPDATE allows.
 */
export function lockPeople(tx: Db, userIds: number[]): Promise<{ id: number; active: boolean }[]> {
  return tx
    .select({ id: users.id, active: users.isActive })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(userIds)}::int[])`)
    .orderBy(users.id)
    .for('no key update')
}

const lockActiveSql = sql`
  select id from ${users}
  where id = any(${sql.placeholder('userIds')}::int[]) and is_active and not ${isSuspended()}
  order by id for no key update`
const lockUsers = prepareStatement<{ id: number }>('lock_users', lockActiveSql)
const lockFreeUsers = prepareStatement<{ id: number }>('lock_free_users', sql`${lockActiveSql} skip locked`)

/**
 * Locks those of these users who may act, in id order, and returns their ids. Skips users that another transaction has
 * locked, unless `wait` is set.
 */
export async function lockActive(
  tx: Db,
  userIds: readonly number[],
  { wait }: { wait: boolean },
): Promise<Set<number>> {
  const rows = await (wait ? lockUsers : lockFreeUsers)(tx, { userIds })
  return new Set(rows.map((row) => row.id))
}

function sortedIds(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** The user changed `in_common_ground` so recently that the choice before still counts. */
export const isChoicePending = (user: string) =>
  sql<boolean>`coalesce(${sql.raw(user)}.common_ground_changed_at > now() - ${`${daysUntilChoiceCounts} days`}::interval, false)`
