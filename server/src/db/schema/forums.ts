import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { visibleContent } from '#db/visibility.ts'
import { users } from './accounts.ts'
import { instant, tsvector, weightedWords, writtenChecks, writtenColumns } from './columns.ts'
import { categories } from './polls.ts'

/** Discussions of the forums. Title and description are Markdown source; only the description is rendered as Markdown. */
export const discussions = pgTable(
  'discussions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Sent by the browser, so that a retry after a lost response does not start the discussion twice. */
    idempotencyKey: uuid('idempotency_key'),
    title: text().notNull(),
    description: text().notNull(),
    ...writtenColumns,
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    likeCount: integer('like_count').notNull().default(0),
    /** Comments of all levels that are shown. */
    commentCount: integer('comment_count').notNull().default(0),
    viewCount: integer('view_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The time of the last comment, else of the discussion. Edits do not change it. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    /** Set by a moderator. A locked discussion takes no comments and no edits. */
    lockedAt: instant('locked_at'),
    /** Each user comments once a minute. */
    isSlow: boolean('is_slow').notNull().default(false),
    /** Set by the author. Deleted discussions are kept for moderation but never shown. */
    deletedAt: instant('deleted_at'),
    /** Set by staff, with a reason. Removed discussions are never shown. */
    removedAt: instant('removed_at'),
    removalReason: text('removal_reason'),
    /** The ids of its tags while it is hidden, in order. */
    hiddenTags: integer('hidden_tags').array().notNull().default([]),
    isVisible: boolean('is_visible').notNull().generatedAlwaysAs(visibleContent),
    /** Other words that find the discussion: the name of the category. */
    keywords: text().notNull().default(''),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(weightedWords('title', 'description', 'keywords')),
  },
  (table) => {
    const isVisible = sql`${table.isVisible}`
    const popularity = sql`(${table.commentCount} + ${table.viewCount})`
    return [
      // One pair of indexes for each order of the list: all categories, and one category.
      index('discussions_oldest').on(table.id).where(isVisible),
      index('discussions_latest').on(table.updatedAt, table.id).where(isVisible),
      index('discussions_popular').on(popularity, table.id).where(isVisible),
      index('discussions_replies').on(table.commentCount, table.id).where(isVisible),
      index('discussions_views').on(table.viewCount, table.id).where(isVisible),
      index('discussions_category_oldest').on(table.categoryId, table.id).where(isVisible),
      index('discussions_category_latest').on(table.categoryId, table.updatedAt, table.id).where(isVisible),
      index('discussions_category_popular').on(table.categoryId, popularity, table.id).where(isVisible),
      index('discussions_category_replies').on(table.categoryId, table.commentCount, table.id).where(isVisible),
      index('discussions_category_views').on(table.categoryId, table.viewCount, table.id).where(isVisible),
      index('discussions_created').on(table.createdAt).where(isVisible),
      index('discussions_user').on(table.userId, table.id),
      uniqueIndex('discussions_idempotency_key')
        .on(table.userId, table.idempotencyKey)
        .where(sql`${table.idempotencyKey} is not null`),
      // Without a pending list, which each search would read whole.
      index('discussions_search').using('gin', table.search).with({ fastupdate: false }),
      ...writtenChecks('discussions', table),
      check(
        'discussions_counts_positive',
        sql`${table.likeCount} >= 0 and ${table.commentCount} >= 0 and ${table.viewCount} >= 0`,
      ),
      check('discussions_removed_for_a_reason', sql`(${table.removedAt} is null) = (${table.removalReason} is null)`),
    ]
  },
)

/**
 * How many discussions and comments a category shows, so that no request counts them. Comments of a discussion count in slot
 * `discussion_id % forumSlots`, so that comments in different discussions rarely wait for each other.
 */
export const forumCounters = pgTable(
  'forum_counters',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    slot: smallint().notNull(),
    discussions: integer().notNull().default(0),
    comments: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.categoryId, table.slot] }),
    check('forum_counters_positive', sql`${table.discussions} >= 0 and ${table.comments} >= 0`),
  ],
)

export const forumSlots = 16

export const tags = pgTable(
  'tags',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** Two spellings with the same slug are one tag. */
    slug: text().notNull(),
    /** Discussions that are shown. */
    discussionCount: integer('discussion_count').notNull().default(0),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The tag that a moderator merged this one into. It is not shown, and its slug leads to the other tag. */
    mergedInto: integer('merged_into'),
  },
  (table) => [
    uniqueIndex('tags_slug_key').on(table.slug),
    index('tags_most_used')
      .on(table.discussionCount, table.id)
      .where(sql`${table.mergedInto} is null`),
    index('tags_slug_prefix').on(table.slug.op('text_pattern_ops')),
    check('tags_count_positive', sql`${table.discussionCount} >= 0`),
    check('tags_merged_into_another', sql`${table.mergedInto} <> ${table.id}`),
  ],
)

/** Rows of deleted and removed discussions are deleted. */
export const discussionTags = pgTable(
  'discussion_tags',
  {
    discussionId: integer('discussion_id')
      .notNull()
      .references(() => discussions.id),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id),
    /** From 0. */
    position: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.discussionId, table.tagId] }),
    index('discussion_tags_tag').on(table.tagId, table.discussionId),
  ],
)

/** The last visit of a user to a discussion: counts views, and tells which comments are unread. */
export const discussionVisits = pgTable(
  'discussion_visits',
  {
    discussionId: integer('discussion_id')
      .notNull()
      .references(() => discussions.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The last view that counted. Null for the author, whose views never count. */
    countedAt: instant('counted_at'),
    /** The last request of this visit. A visit ends after half an hour without one. */
    visitedAt: instant('visited_at').notNull().defaultNow(),
    /** The end of the visit before this one. Later comments are unread. */
    previousVisitAt: instant('previous_visit_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.discussionId] }),
    index('discussion_visits_age').on(table.visitedAt),
  ],
)

/** The words of all titles, normalized. A search corrects unknown words to similar ones from this table. */
export const titleWords = pgTable('title_words', { word: text().primaryKey() }, (table) => [
  index('title_words_similar').using('gin', table.word.op('gin_trgm_ops')),
  index('title_words_start').on(table.word.op('text_pattern_ops')),
])
