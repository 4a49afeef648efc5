import { watchLevels } from '@wtpu/contract/forums/watch-levels'
import { kinds, kindsWhere, notificationKinds } from '@wtpu/contract/notifications/on-demand/kinds'
import { kindsThat } from '@wtpu/contract/writing/kinds'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, instant } from './columns.ts'
import { discussions } from './forums.ts'
import { politicians } from './politicians.ts'

const list = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
const bigId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

type Caused = (typeof kinds)[keyof typeof kinds]['events'][number]
/** `hidden` withdraws notifications. */
export type EventKind = Caused | 'hidden'
const eventKinds: [EventKind, ...Caused[]] = [
  'hidden',
  ...new Set(Object.values(kinds).flatMap(({ events }) => events)),
]

/**
 * What happened, written in the transaction of its cause. A row is deleted in the transaction that notifies whom it concerns
 * (notifications/worker.ts).
 */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: bigId(),
    kind: text({ enum: eventKinds }).notNull(),
    /** Who did it; of `decision`, `letter` and `security`, whom it is about. */
    userId: integer('user_id'),
    contentKind: text('content_kind').notNull(),
    contentId: integer('content_id').notNull(),
    /** The usernames that the text mentions, in lower case. */
    names: text().array().notNull().default([]),
    detail: text(),
    /** In the future for what happens at a known time. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Recipients up to this id have been notified. */
    progress: integer().notNull().default(0),
    attempts: smallint().notNull().default(0),
  },
  (table) => [
    index('notification_events_due').on(table.dueAt, table.id),
    check('notification_events_kind_known', sql`${table.kind} in (${list(eventKinds)})`),
  ],
)

/** At most one unread notification of a kind about a subject: further events join it. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    subjectKind: text('subject_kind', {
      enum: [...kindsThat('remove'), 'politician', 'decision', 'user'],
    }).notNull(),
    subjectId: integer('subject_id').notNull(),
    /** The content whose page shows it. */
    pageKind: text('page_kind', { enum: [...kindsThat('lead to'), 'politician'] }),
    pageId: integer('page_id'),
    /** The comments, or of likes and follows the users, that it is about: the latest 100, latest first. */
    causeIds: integer('cause_ids').array().notNull().default([]),
    detail: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The time of the latest event. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
    readAt: instant('read_at'),
    /** When it is mailed, unless it has been read by then. */
    mailDueAt: instant('mail_due_at'),
  },
  (table) => [
    uniqueIndex('notifications_unread_once')
      .on(table.userId, table.kind, table.subjectKind, table.subjectId)
      .where(sql`${table.readAt} is null`),
    index('notifications_latest').on(table.userId, table.updatedAt, table.id),
    index('notifications_latest_unread')
      .on(table.userId, table.updatedAt, table.id)
      .where(sql`${table.readAt} is null`),
    index('notifications_page').on(table.pageKind, table.pageId),
    index('notifications_mail_due')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} is not null`),
    index('notifications_old').on(table.updatedAt),
    check('notifications_kind_known', sql`${table.kind} in (${list(notificationKinds)})`),
    check('notifications_page_whole', sql`(${table.pageKind} is null) = (${table.pageId} is null)`),
  ],
)

/** What is kept for each user who has had a notification or changed a setting. */
export const inboxes = pgTable(
  'inboxes',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The number of unread notifications. */
    unread: integer().notNull().default(0),
    /** The kinds whose way differs from the default. */
    ways: jsonb().$type<Record<string, string>>().notNull().default({}),
    pushKinds: text('push_kinds', { enum: notificationKinds })
      .array()
      .notNull()
      .default(kindsWhere(({ pushed }) => pushed)),
    timeZone: text('time_zone')
      .notNull()
      .default(sql`site_time_zone()`),
    /** The address that rejected a mail for good. While it is the account's address, it gets no more. */
    refusedEmail: text('refused_email'),
    /** When the next digest is sent. Null for users who did not ask for it. */
    digestDueAt: instant('digest_due_at'),
  },
  (table) => [
    index('inboxes_digest_due')
      .on(table.digestDueAt)
      .where(sql`${table.digestDueAt} is not null`),
    index('inboxes_daily_question')
      .on(table.userId)
      .where(sql`${table.ways} ->> 'daily_question' <> 'off'`),
    check('inboxes_unread_positive', sql`${table.unread} >= 0`),
  ],
)

/** Without a row, the author of a discussion watches it, and others do not. */
export const discussionWatches = pgTable(
  'discussion_watches',
  {
    discussionId: integer('discussion_id')
      .notNull()
      .references(() => discussions.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    level: text({ enum: watchLevels }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.discussionId, table.userId] }),
    index('discussion_watches_user').on(table.userId),
    check('discussion_watches_level_known', sql`${table.level} in (${list(watchLevels)})`),
  ],
)

export const politicianFollows = pgTable(
  'politician_follows',
  {
    politicianId: integer('politician_id')
      .notNull()
      .references(() => politicians.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.politicianId, table.userId] }),
    index('politician_follows_user').on(table.userId, table.politicianId),
  ],
)

/** Devices that receive pushed notifications. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** How many deliveries in a row failed. */
    failures: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId, table.createdAt)],
)

/** Links to unsubscribe that were used. Kept until they are no longer valid. */
export const usedUnsubscribeLinks = pgTable(
  'used_unsubscribe_links',
  { signature: bytea().primaryKey(), usedAt: instant('used_at').notNull().defaultNow() },
  (table) => [index('used_unsubscribe_links_old').on(table.usedAt)],
)
