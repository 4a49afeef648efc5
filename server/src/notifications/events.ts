import { mentionsOfMarkdown } from '@wtpu/contract/forums/markdown'
import { mentionsOf } from '@wtpu/contract/mentions'
import type { SecurityEvent } from '@wtpu/contract/notifications/on-demand/kinds'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type EventKind, notificationEvents } from '#db/schema/notifications.ts'
import { isFirstWording } from '#db/visibility.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'

type NewEvent = typeof notificationEvents.$inferInsert

/**
 * Stores what happened, in the transaction of its cause. The worker finds out later whom it concerns, so that this costs the
 * same however many they are.
 */
export async function storeEvent(tx: Db, event: NewEvent): Promise<void> {
  await tx.insert(notificationEvents).values(event)
}

interface Written {
  kind: KindThat<'mention'>
  id: number
  userId: number
  text: string
  markdown: boolean
}

/** Notifies those whom a new text mentions and, if it is a comment, those to whom it replies or who watch. */
export async function notifyOfText(tx: Db, { kind, id, userId, text, markdown }: Written): Promise<void> {
  const names = await countedMentions(tx, userId, markdown ? mentionsOfMarkdown(text) : mentionsOf(text))
  if (kind === 'comment' || names.length > 0) {
    await storeEvent(tx, { kind, userId, contentKind: kind, contentId: id, names })
  }
}

/** Beyond the limit, mentions notify nobody. */
async function countedMentions(tx: Db, userId: number, names: string[]): Promise<string[]> {
  if (names.length === 0) return names
  const wait = await tryAttempt(tx, `mentions ${userId}`, accountLimits.mentions)
  return wait === undefined ? names : []
}

/** Withdraws the notifications about content that is no longer visible. */
export async function withdrawNotifications(tx: Db, kind: KindThat<'remove'>, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`insert into ${notificationEvents} (kind, content_kind, content_id)
    select 'hidden', ${kind}, id from unnest(${sql.param(ids)}::int[]) as id`)
}

/** The user now follows the other, or no longer does. */
export function notifyOfFollow(tx: Db, { followerId, followedId }: { followerId: number; followedId: number }) {
  return storeEvent(tx, { kind: 'follow', userId: followerId, contentKind: 'user', contentId: followedId })
}

/** SQL: when each event of a poll happens, in its row. Null for an event that concerns nobody. */
const timesOfPolls: Record<Extract<EventKind, `poll_${string}`>, SQL> = {
  poll_closed: sql`polls.closes_at`,
  poll_opened: sql`case when polls.politician_id is not null and ${isFirstWording()} then polls.published_at end`,
}
const times = Object.entries(timesOfPolls).map(([kind, time]) => sql`(${sql.raw(`'${kind}'`)}, ${time})`)
const pollsWithTimes = sql`polls cross join lateral (values ${sql.join(times, sql`, `)}) as happens(kind, at)`

/** Stores the events of these polls, or of all polls, that happen after a moment. Without one, events that are due count too. */
export async function notifyOfPolls(tx: Db, { ids, after }: { ids?: number[]; after?: Date }): Promise<void> {
  await tx.execute(sql`insert into ${notificationEvents} (kind, content_kind, content_id, due_at)
    select happens.kind, 'poll', polls.id, happens.at from ${pollsWithTimes}
    where ${ids ? sql`polls.id = any(${sql.param(ids)}::int[])` : true} and happens.at > ${after ?? '-infinity'}::timestamptz`)
}

/** The polls have other times now. Events that have happened stay as they are. */
export async function moveEventsOfPolls(tx: Db, pollIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update ${notificationEvents} event set due_at = happens.at from ${pollsWithTimes}
    where polls.id = any(${sql.param(pollIds)}::int[]) and event.content_kind = 'poll' and event.content_id = polls.id
      and event.kind = happens.kind and happens.at is not null`)
}

/** The poll closes later. While it was hidden, the event of its earlier closing may have notified nobody. */
export async function moveClosing(tx: Db, pollId: number, closesAt: Date): Promise<void> {
  if (closesAt.getTime() <= Date.now()) return
  const event = { kind: 'poll_closed', contentKind: 'poll', contentId: pollId } as const
  await tx
    .delete(notificationEvents)
    .where(and(eq(notificationEvents.kind, event.kind), eq(notificationEvents.contentId, pollId)))
  await storeEvent(tx, { ...event, dueAt: closesAt })
}

/** `detail` is what was decided. `actionId` is the decision, also when it was undone or appealed against. */
export function notifyOfDecision(
  tx: Db,
  { userId, actionId, detail }: { userId: number; actionId: number; detail: string },
) {
  return storeEvent(tx, { kind: 'decision', userId, contentKind: 'decision', contentId: actionId, detail })
}

export function notifyOfFailedLetter(tx: Db, { userId, politicianId }: { userId: number; politicianId: number }) {
  return storeEvent(tx, { kind: 'letter', userId, contentKind: 'politician', contentId: politicianId })
}

export function notifyOfSecurity(tx: Db, userId: number, detail: SecurityEvent) {
  return storeEvent(tx, { kind: 'security', userId, contentKind: 'user', contentId: userId, detail })
}
