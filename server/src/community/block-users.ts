import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockPeople, reaches } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { voterKeys } from '#db/schema/voters.ts'
import { blocking, isBlocked, isDeleted, isSanctioned, isSuspended } from '#db/visibility.ts'
import { endSessions } from '#http/session-cache.ts'
import { publishInvalidation } from '#live/publish.ts'
import { invalidatePostsOf } from '#writing/delete-posts.ts'
import { holdScheduledPolls } from './scheduled-polls.ts'

/** All accounts of the mailbox of this account, in order. */
export async function findAccountsOf(db: Db, userId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${users} where voter_id = (select voter_id from ${users} where id = ${userId}) order by id`)
  return rows.map(({ id }) => id)
}

/** Call it before `findAccountsOf`, before all other locks: registrations with this mailbox wait, and then inherit the sanction. */
export async function lockMailboxOf(tx: Db, userId: number): Promise<void> {
  const isOf = sql`${voterKeys.voterId} = (select voter_id from ${users} where id = ${userId})`
  await tx.select({ id: voterKeys.voterId }).from(voterKeys).where(isOf).for('no key update')
}

const isReachedFrom = (userId: number) =>
  sql`${users.id} in (select reached.id from ${users} source join ${users} reached on ${reaches('source', 'reached')}
    where source.id = ${userId})`

/** The members of staff whom a sanction of this account would reach. */
export async function findStaffReached(tx: Db, userId: number): Promise<number[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isReachedFrom(userId), sql`${users.role} <> 'user'`))
  return found.map(({ id }) => id)
}

/** Suspends all accounts that it reaches. A shorter suspension does not end a longer one. Call it with them locked. */
export const suspend = (tx: Db, userId: number, days: number): Promise<void> =>
  suspendUntil(tx, userId, sql`now() + make_interval(days => ${days})`)

async function suspendUntil(tx: Db, userId: number, until: SQL): Promise<void> {
  const reached = await tx
    .update(users)
    .set({ suspendedUntil: sql`greatest(${users.suspendedUntil}, ${until})` })
    .where(isReachedFrom(userId))
    .returning({ id: users.id })
  await holdScheduledPolls(tx, idsOf(reached))
}

/**
 * Lets sanctions reach the accounts that they do not reach yet: those that version 1.0.0 gave to one account, and those of accounts
 * that became one voter. As with decisions on the site, a sanction that would also reach staff is not spread. Runs at each start.
 */
export async function spreadSanctions(db: Db): Promise<void> {
  const isMissing = sql`((${isBlocked('source')} and not ${isBlocked('reached')})
    or (${isSuspended('source')} and coalesce(reached.suspended_until < source.suspended_until, true)))`
  const { rows } = await db.execute<{ id: number }>(sql`
    select source.id from ${users} source join ${users} reached on ${reaches('source', 'reached')}
    where ${isSanctioned('source')} and not ${isDeleted('reached')} and ${isMissing} group by source.id order by source.id`)
  for (const { id } of rows) {
    await db.transaction(async (tx) => {
      await lockMailboxOf(tx, id)
      await lockPeople(tx, await findAccountsOf(tx, id))
      if ((await findStaffReached(tx, id)).length > 0) return
      const [source] = await tx
        .select({ isBlocked: isBlocked(), isSuspended: isSuspended(), until: users.suspendedUntil })
        .from(users)
        .where(eq(users.id, id))
      if (source?.isBlocked) await setBlocked(tx, id, true)
      if (source?.isSuspended) await suspendUntil(tx, id, sql`${source.until}`)
    })
  }
}

/**
 * Blocks all accounts that it reaches, which ends their sessions, prevents new ones and hides their profiles and posts, or allows
 * all of the mailbox again. Call it with them locked. @returns false if nothing changed
 */
export async function setBlocked(tx: Db, userId: number, blocked: boolean): Promise<boolean> {
  // The comments of deleted accounts stay, without a name.
  const isAffected = blocked
    ? sql`${isReachedFrom(userId)} and (${users.id} = ${userId} or not ${isDeleted()})`
    : sql`${users.voterId} = (select voter_id from ${users} where id = ${userId})`
  const changed = await tx
    .update(users)
    .set(blocking(blocked))
    .where(sql`${isAffected} and ${isBlocked()} <> ${blocked}`)
    .returning({ id: users.id })
  if (blocked) for (const { id } of changed) await endSessions(tx, id)
  await holdScheduledPolls(tx, idsOf(changed))
  return changed.length > 0
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** Ends what no decision that is still in force asks for, after one about this account was undone. */
export async function endSanctions(tx: Db, userId: number, kind: 'suspend' | 'block'): Promise<void> {
  const accounts = await findAccountsOf(tx, userId)
  const isOne = sql`${users.id} = any(${sql.param(accounts)}::int[])`
  // What was in force when an account was registered is in force for it too.
  const inForce = sql`${moderationActions} other join ${users} source on source.id = other.user_id
    where other.action = ${kind} and source.id = any(${sql.param(accounts)}::int[])
      and ((${reaches('source', 'users')}) or other.created_at <= users.created_at)
      and not exists (select from ${moderationActions} later where later.undoes = other.id or later.action = 'unblock'
        and later.id > other.id and later.user_id = any(${sql.param(accounts)}::int[]))`
  if (kind === 'block') {
    await tx
      .update(users)
      .set(blocking(false))
      .where(and(isOne, isBlocked(), sql`not exists (select from ${inForce})`))
  } else {
    const until = sql`(select max(other.created_at + make_interval(days => other.days)) from ${inForce})`
    await tx
      .update(users)
      .set({ suspendedUntil: sql`case when ${until} is not null then least(users.suspended_until, ${until}) end` })
      .where(and(isOne, sql`${users.suspendedUntil} is not null`))
  }
  await holdScheduledPolls(tx, accounts)
}

/** Call it after the commit of `setBlocked`, with all accounts of the mailbox. */
export async function invalidateBlocked(db: Db, userIds: readonly number[]): Promise<void> {
  // Servers cache sessions for a few seconds, so they must be notified.
  publishInvalidation(db, '/auth/api/')
  for (const id of userIds) await invalidatePostsOf(db, id)
  // The discussions of the user may be in any list.
  publishInvalidation(db, '/api/forums/')
  // As may be polls that were held, or are no longer.
  publishInvalidation(db, '/api/polls/')
}
