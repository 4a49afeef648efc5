import { mentionsOfMarkdown } from '@wtpu/contract/forums/markdown'
import { mentionsOf } from '@wtpu/contract/mentions'
import type { SecurityEvent } from '@wtpu/contract/notifications/on-demand/kinds'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type EventKind, notificationEvents } from '#db/schema/notifications.ts'
import { polls } from '#db/schema/polls.ts'
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

/** The events that happen at a time of a poll, with its column. */
const columnsOfTimes = { poll_closed: 'closes_at', poll_opened: 'published_at' } satisfies Record<
  Extract<EventKind, `poll_${string}`>,
  string
>
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
const eventsOfPolls = Object.keys(columnsOfTimes) as (keyof typeof columnsOfTimes)[]

interface Timed {
  pollId: number
  publishedAt: Date | SQL<Date>
  closesAt: Date | SQL<Date>
  isAboutOfficial: boolean
}

/** Notifies voters when a poll closes and, if it is about an official, their followers when it opens. */
export async function notifyOfPoll(tx: Db, { pollId, publishedAt, closesAt, isAboutOfficial }: Timed): Promise<void> {
  const content = { contentKind: 'poll', contentId: pollId } as const
  const times = { poll_closed: closesAt, poll_opened: isAboutOfficial ? publishedAt : undefined }
  await tx
    .insert(notificationEvents)
    .values(
      eventsOfPolls.flatMap((kind) => (times[kind] === undefined ? [] : [{ kind, ...content, dueAt: times[kind] }])),
    )
}

/** The polls have other times now. Events that have happened stay as they are. */
export async function moveEventsOfPolls(tx: Db, pollIds: readonly number[]): Promise<void> {
  const times = eventsOfPolls.map((kind) => sql`when ${kind} then moved.${sql.identifier(columnsOfTimes[kind])}`)
  await tx.execute(sql`
    update ${notificationEvents} event set due_at = case event.kind ${sql.join(times, sql` `)} end
    from ${polls} moved where moved.id = any(${sql.param(pollIds)}::int[])
      and event.content_kind = 'poll' and event.content_id = moved.id and event.kind = any(${sql.param(eventsOfPolls)}::text[])`)
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
