import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { posts } from './boiler-room.ts'
import { politicians } from './politicians.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Comments on any content: an official's wall or a post. Exactly one parent is set. */
export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    politicianId: integer('politician_id').references(() => politicians.id),
    postId: integer('post_id').references(() => posts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    likeCount: integer('like_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    /** Set by the author. Deleted comments are kept for moderation but never shown (decision 41). */
    deletedAt: instant('deleted_at'),
    /** Set by staff, with a reason. Removed comments are never shown. */
    removedAt: instant('removed_at'),
    removalReason: text('removal_reason'),
  },
  (table) => [
    index('comments_of_politician')
      .on(table.politicianId, table.id)
      .where(sql`${table.politicianId} is not null and ${table.deletedAt} is null and ${table.removedAt} is null`),
    index('comments_of_post')
      .on(table.postId, table.id)
      .where(sql`${table.postId} is not null and ${table.deletedAt} is null and ${table.removedAt} is null`),
    // For officials' activity in the last 24 hours (decision 68).
    index('comments_recent_of_politicians')
      .on(table.createdAt, table.politicianId)
      .where(sql`${table.politicianId} is not null`),
    index('comments_user').on(table.userId, table.id),
    check('comments_one_parent', sql`num_nonnulls(${table.politicianId}, ${table.postId}) = 1`),
    check('comments_removed_for_a_reason', sql`(${table.removedAt} is null) = (${table.removalReason} is null)`),
    check('comments_likes_positive', sql`${table.likeCount} >= 0`),
  ],
)

/** What a person thinks of a post or comment. Exactly one of them is set; one reaction per person. */
export const reactions = pgTable(
  'reactions',
  {
    /** The specification's `like_id` of wall comments. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    postId: integer('post_id').references(() => posts.id),
    commentId: integer('comment_id').references(() => comments.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** 1 is a like, -1 a dislike. */
    value: smallint().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // One reaction per person (decision 74).
    uniqueIndex('reactions_once_per_post')
      .on(table.postId, table.userId)
      .where(sql`${table.postId} is not null`),
    uniqueIndex('reactions_once_per_comment')
      .on(table.commentId, table.userId)
      .where(sql`${table.commentId} is not null`),
    index('reactions_user').on(table.userId),
    check('reactions_one_subject', sql`num_nonnulls(${table.postId}, ${table.commentId}) = 1`),
    check('reactions_value_known', sql`${table.value} in (1, -1)`),
  ],
)

/** The text of a post or comment before an edit. */
export const revisions = pgTable(
  'revisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    postId: integer('post_id').references(() => posts.id),
    commentId: integer('comment_id').references(() => comments.id),
    text: text().notNull(),
    /** When this text was written: the time of the post or comment, or of the edit before. */
    writtenAt: instant('written_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('revisions_of_post')
      .on(table.postId, table.id)
      .where(sql`${table.postId} is not null`),
    index('revisions_of_comment')
      .on(table.commentId, table.id)
      .where(sql`${table.commentId} is not null`),
    check('revisions_one_subject', sql`num_nonnulls(${table.postId}, ${table.commentId}) = 1`),
  ],
)

/** Moderation log: what staff did, and why. A trigger prevents changing or deleting rows. */
export const moderationActions = pgTable(
  'moderation_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The member of staff: the name given with `--by`, or their user name on the server. */
    actor: text().notNull(),
    action: text({ enum: ['remove', 'block', 'unblock'] }).notNull(),
    subjectKind: text('subject_kind', { enum: ['poll', 'post', 'comment', 'account'] }).notNull(),
    subjectId: integer('subject_id').notNull(),
    reason: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('moderation_actions_actor_given', sql`${table.actor} <> ''`),
    check('moderation_actions_reason_given', sql`${table.reason} <> ''`),
    check('moderation_actions_action_known', sql`${table.action} in ('remove', 'block', 'unblock')`),
    check('moderation_actions_kind_known', sql`${table.subjectKind} in ('poll', 'post', 'comment', 'account')`),
  ],
)
