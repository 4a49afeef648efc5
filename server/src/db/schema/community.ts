import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { hasSlot, visibleContent } from '#db/visibility.ts'
import { users } from './accounts.ts'
import { posts } from './boiler-room.ts'
import { instant, tsvector, weightedWords, writtenChecks, writtenColumns } from './columns.ts'
import { discussions } from './forums.ts'
import { politicians } from './politicians.ts'
import { reasons } from './reasons.ts'

/**
 * Comments on any content: an official's wall, a post or a discussion. Exactly one of them is set. Comments on discussions can
 * be replies.
 */
export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    politicianId: integer('politician_id').references(() => politicians.id),
    postId: integer('post_id').references(() => posts.id),
    discussionId: integer('discussion_id').references(() => discussions.id),
    /** The comment that this one replies to, of the same discussion. */
    parentId: integer('parent_id'),
    /** The ids of the comments above, from the top level to the parent. */
    path: integer().array().notNull().default([]),
    /** 0 at the top level. */
    depth: smallint().notNull().generatedAlwaysAs(sql.raw('cardinality(path)')),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Sent by the browser, so that a retry after a lost response does not post the comment twice. */
    idempotencyKey: uuid('idempotency_key'),
    text: text().notNull(),
    ...writtenColumns,
    likeCount: integer('like_count').notNull().default(0),
    dislikeCount: integer('dislike_count').notNull().default(0),
    /** How much the groups of Common Ground agree, in thousandths of the logarithm; 0 without reactions. Set by its runs. */
    groupAgreement: integer('group_agreement').notNull().default(0),
    valuedAcrossGroups: boolean('valued_across_groups').notNull().default(false),
    /** How many reactions of members of groups `group_agreement` was computed from. */
    groupReactions: integer('group_reactions').notNull().default(0),
    /** Direct replies that have a slot in the thread, see `hasSlot`. */
    replyCount: integer('reply_count').notNull().default(0),
    /** Set by a moderator. Only comments at the top level are pinned. */
    pinnedAt: instant('pinned_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    /** Set by the author. Deleted comments are kept for moderation but never shown. */
    deletedAt: instant('deleted_at'),
    /** Set by staff, with a reason. Removed comments are never shown, except to their author. */
    removedAt: instant('removed_at'),
    removalReason: text('removal_reason'),
    isVisible: boolean('is_visible').notNull().generatedAlwaysAs(visibleContent),
    search: tsvector().notNull().generatedAlwaysAs(weightedWords('text')),
  },
  (table) => [
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id] }),
    index('comments_of_politician')
      .on(table.politicianId, table.id)
      .where(sql`${table.politicianId} is not null and ${table.isVisible}`),
    index('comments_of_post')
      .on(table.postId, table.id)
      .where(sql`${table.postId} is not null and ${table.isVisible}`),
    index('comments_of_discussion')
      .on(table.discussionId, table.id)
      .where(sql`${table.discussionId} is not null and ${table.parentId} is null and ${hasSlot()}`),
    index('comments_of_discussion_popular')
      .on(table.discussionId, sql`(${table.likeCount} - ${table.dislikeCount})`, table.id)
      .where(sql`${table.discussionId} is not null and ${table.parentId} is null and ${hasSlot()}`),
    index('comments_of_discussion_agreement')
      .on(table.discussionId, table.groupAgreement, table.id)
      .where(sql`${table.discussionId} is not null and ${table.parentId} is null and ${hasSlot()}`),
    index('comments_pinned')
      .on(table.discussionId, table.pinnedAt)
      .where(sql`${table.pinnedAt} is not null`),
    index('comments_replies')
      .on(table.parentId, table.id)
      .where(sql`${table.parentId} is not null and ${hasSlot()}`),
    // For trending discussions.
    index('comments_recent_of_discussions')
      .on(table.createdAt, table.discussionId)
      .where(sql`${table.discussionId} is not null and ${table.isVisible}`),
    index('comments_removed')
      .on(table.userId, table.discussionId)
      .where(sql`${table.discussionId} is not null and ${table.removedAt} is not null`),
    index('comments_search').using('gin', table.search).with({ fastupdate: false }),
    // For officials' activity in the last 24 hours.
    index('comments_recent_of_politicians')
      .on(table.createdAt, table.politicianId)
      .where(sql`${table.politicianId} is not null`),
    index('comments_user').on(table.userId, table.id),
    uniqueIndex('comments_idempotency_key')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    ...writtenChecks('comments', table),
    check('comments_one_parent', sql`num_nonnulls(${table.politicianId}, ${table.postId}, ${table.discussionId}) = 1`),
    check(
      'comments_replies_in_discussions',
      sql`(${table.parentId} is null) = (cardinality(${table.path}) = 0) and (${table.parentId} is null or ${table.discussionId} is not null)`,
    ),
    check(
      'comments_pinned_at_top',
      sql`${table.pinnedAt} is null or (${table.discussionId} is not null and ${table.parentId} is null)`,
    ),
    check('comments_removed_for_a_reason', sql`(${table.removedAt} is null) = (${table.removalReason} is null)`),
    check(
      'comments_counts_positive',
      sql`${table.likeCount} >= 0 and ${table.dislikeCount} >= 0 and ${table.replyCount} >= 0`,
    ),
  ],
)

/** A like or dislike of a post, discussion or comment. Exactly one of them is set; one reaction per user. */
export const reactions = pgTable(
  'reactions',
  {
    /** The specification's `like_id` of wall comments. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    postId: integer('post_id').references(() => posts.id),
    discussionId: integer('discussion_id').references(() => discussions.id),
    commentId: integer('comment_id').references(() => comments.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** 1 is a like, -1 a dislike. Only comments on discussions can be disliked. */
    value: smallint().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // One reaction per user.
    uniqueIndex('reactions_once_per_post')
      .on(table.postId, table.userId)
      .where(sql`${table.postId} is not null`),
    uniqueIndex('reactions_once_per_discussion')
      .on(table.discussionId, table.userId)
      .where(sql`${table.discussionId} is not null`),
    uniqueIndex('reactions_once_per_comment')
      .on(table.commentId, table.userId)
      .where(sql`${table.commentId} is not null`),
    index('reactions_user').on(table.userId),
    // For trending discussions.
    index('reactions_recent_of_discussions')
      .on(table.createdAt, table.discussionId)
      .where(sql`${table.discussionId} is not null`),
    check('reactions_one_subject', sql`num_nonnulls(${table.postId}, ${table.discussionId}, ${table.commentId}) = 1`),
    check('reactions_value_known', sql`${table.value} in (1, -1)`),
  ],
)

/** The text of a post, discussion, comment or reason before an edit. */
export const revisions = pgTable(
  'revisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    postId: integer('post_id').references(() => posts.id),
    discussionId: integer('discussion_id').references(() => discussions.id),
    commentId: integer('comment_id').references(() => comments.id),
    reasonId: integer('reason_id').references(() => reasons.id, { onDelete: 'cascade' }),
    /** The title of the discussion. Null for other content. */
    title: text(),
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
    index('revisions_of_discussion')
      .on(table.discussionId, table.id)
      .where(sql`${table.discussionId} is not null`),
    index('revisions_of_reason')
      .on(table.reasonId, table.id)
      .where(sql`${table.reasonId} is not null`),
    check(
      'revisions_one_subject',
      sql`num_nonnulls(${table.postId}, ${table.discussionId}, ${table.commentId}, ${table.reasonId}) = 1`,
    ),
    check('revisions_title_of_discussion', sql`(${table.title} is null) = (${table.discussionId} is null)`),
  ],
)
