import { isTimeZone } from '@wtpu/contract/on-demand/time-zone'
import type { Input } from '@wtpu/contract/endpoint'
import {
  forSettableKinds,
  isSettable,
  kinds,
  type NotificationKind,
  type NotificationWay,
  notificationWays,
  settableKinds,
} from '@wtpu/contract/notifications/on-demand/kinds'
import type { NotificationSettings, updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { inboxes, pushSubscriptions } from '#db/schema/notifications.ts'
import { storeEvent } from './events.ts'
import { accountGone, invalidInput } from '#http/errors.ts'

/** How a user gets notifications of a kind. */
function wayOf(ways: Record<string, string>, kind: NotificationKind): NotificationWay {
  const own = notificationWays.find((way) => way === ways[kind])
  return isSettable(kind) && own ? own : kinds[kind].way
}

/** Whether the user wants mails of a kind at once. */
export async function wantsMail(db: Db, userId: number, kind: NotificationKind): Promise<boolean> {
  const [own] = await db.select({ ways: inboxes.ways }).from(inboxes).where(eq(inboxes.userId, userId))
  return wayOf(own?.ways ?? {}, kind) === 'mail'
}

export async function findSettings(db: Db, userId: number, pushKey: string | null): Promise<NotificationSettings> {
  const [found] = await db
    .select({
      ways: inboxes.ways,
      pushKinds: inboxes.pushKinds,
      timeZone: sql<string>`coalesce(${inboxes.timeZone}, site_time_zone())`,
      digest: users.newsletter,
      isStopped: sql<boolean>`coalesce(lower(${inboxes.refusedEmail}) = lower(${users.email}), false)`,
      devices: sql<number>`(select count(*)::int from ${pushSubscriptions} device where device.user_id = ${users.id})`,
    })
    .from(users)
    .leftJoin(inboxes, eq(inboxes.userId, users.id))
    .where(isActiveAccount(userId))
  if (!found) throw accountGone()
  const ways = found.ways ?? {}
  return {
    ways: forSettableKinds((kind) => wayOf(ways, kind)),
    push: settableKinds.filter((kind) => found.pushKinds?.includes(kind)),
    digest: found.digest,
    time_zone: found.timeZone,
    mail_stopped: found.isStopped,
    push_key: pushKey,
    push_devices: found.devices,
  }
}

type Changes = Input<typeof updateNotificationSettings>['body']

/** Omitted fields stay unchanged. */
export async function updateSettings(
  db: Db,
  { userId, ways, push, digest, time_zone: timeZone, mail_stopped: isStopped }: Changes & { userId: number },
): Promise<void> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalidInput({ time_zone: ['The time zone is not known.'] })
  }
  const changes = {
    ...(push && { pushKinds: push }),
    ...(timeZone !== undefined && { timeZone }),
    ...(isStopped === false && { refusedEmail: null }),
    ...(ways && { ways: sql`${inboxes.ways} || ${JSON.stringify(pickSettable(ways))}::jsonb` }),
  }
  await db.transaction(async (tx) => {
    await openInbox(tx, userId)
    if (Object.keys(changes).length > 0) await tx.update(inboxes).set(changes).where(eq(inboxes.userId, userId))
    if (digest !== undefined) await tx.update(users).set({ newsletter: digest }).where(isActiveAccount(userId))
    if (digest !== undefined || timeZone !== undefined) await planDigest(tx, userId)
  })
}

/** The schema lets other fields pass. */
const pickSettable = (ways: NonNullable<Changes['ways']>) => forSettableKinds((kind) => ways[kind])

/** Unless the account was deleted. */
export async function openInbox(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`insert into inboxes (user_id) select id from users where id = ${userId} and is_active
    on conflict do nothing`)
}

/** The next Monday at 8 in the morning of the user. */
export const nextDigest = sql`(date_trunc('week', now() at time zone ${inboxes.timeZone}) + interval '7 days 8 hours')
  at time zone ${inboxes.timeZone}`

/** Call it after a change of `users.newsletter`, in its transaction. */
export async function planDigest(tx: Db, userId: number): Promise<void> {
  await openInbox(tx, userId)
  await tx
    .update(inboxes)
    .set({ digestDueAt: sql`case when (select newsletter from users where id = ${userId}) then ${nextDigest} end` })
    .where(eq(inboxes.userId, userId))
}

/**
 * Removes what is kept for the notifications of a user, when the account is deleted. The worker does it again, because it may be
 * notifying the user now.
 */
export async function deleteNotificationsOf(tx: Db, userId: number): Promise<void> {
  await clearInbox(tx, userId)
  await storeEvent(tx, { kind: 'hidden', contentKind: 'user', contentId: userId })
}

export async function clearInbox(tx: Db, userId: number): Promise<void> {
  for (const table of ['notifications', 'inboxes', 'discussion_watches', 'politician_follows', 'push_subscriptions']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`)
  }
}
