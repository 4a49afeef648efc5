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

/** Who follows whom. The counters of both sides are columns of `users`. */
export const follows = pgTable(
  'follows',
  {
    followerId: integer('follower_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    followedId: integer('followed_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.followerId, table.followedId] }),
    index('follows_newest').on(table.followerId, table.createdAt, table.followedId),
    index('follows_followed').on(table.followedId),
    check('follows_not_oneself', sql`${table.followerId} <> ${table.followedId}`),
  ],
)

/** Whom users do not want to see (mute), or to hear from either (block). Both may hold at once. */
export const mutesAndBlocks = pgTable(
  'mutes_and_blocks',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    otherId: integer('other_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['mute', 'block'] }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId, table.kind] }),
    index('mutes_and_blocks_newest').on(table.userId, table.kind, table.createdAt, table.otherId),
    index('mutes_and_blocks_other').on(table.otherId),
    check('mutes_and_blocks_not_oneself', sql`${table.userId} <> ${table.otherId}`),
    check('mutes_and_blocks_kind_known', sql`${table.kind} in ('mute', 'block')`),
  ],
)

/** Posts of the Boiler Room. The text may be empty if the post has media. */
export const posts = pgTable(
  'posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Sent by the browser, so that a retry after a lost response does not publish the post twice. */
    idempotencyKey: uuid('idempotency_key'),
    text: text().notNull(),
    ...writtenColumns,
    /** The hashtags as shown on the post, in order. `post_hashtags` has their ids. */
    hashtags: text().array().notNull().default([]),
    /** Other words that find the post: the parts of hashtags. Searches add the names of the author. */
    keywords: text().notNull().default(''),
    search: tsvector().notNull().generatedAlwaysAs(weightedWords('text', 'keywords')),
    likeCount: integer('like_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    /** Set by the author. Deleted posts are kept for moderation but never shown. Their files are removed. */
    deletedAt: instant('deleted_at'),
    /** Set by staff, with a reason. Removed posts are never shown. */
    removedAt: instant('removed_at'),
    removalReason: text('removal_reason'),
    isVisible: boolean('is_visible').notNull().generatedAlwaysAs(visibleContent),
  },
  (table) => [
    index('posts_visible')
      .on(table.id)
      .where(sql`${table.isVisible}`),
    index('posts_of_user')
      .on(table.userId, table.id)
      .where(sql`${table.isVisible}`),
    // For the owner's copy of the account's data, which includes them.
    index('posts_hidden_of_user')
      .on(table.userId, table.id)
      .where(sql`not ${table.isVisible}`),
    index('posts_removed')
      .on(table.id)
      .where(sql`${table.removedAt} is not null`),
    uniqueIndex('posts_idempotency_key')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('posts_search').using('gin', table.search).with({ fastupdate: false }),
    ...writtenChecks('posts', table),
    check('posts_removed_for_a_reason', sql`(${table.removedAt} is null) = (${table.removalReason} is null)`),
    check('posts_counts_positive', sql`${table.likeCount} >= 0 and ${table.commentCount} >= 0`),
  ],
)

/** The images or the video of a post. */
export const postMedia = pgTable(
  'post_media',
  {
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id),
    position: smallint().notNull(),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    /** URL below /media/; of an image, its largest variant. */
    file: text().notNull(),
    /** URL of the first frame: of a video, if the browser sent one, and of an animated image. */
    poster: text(),
    /** Pixels, so that browsers reserve the space. 0 if unknown. */
    width: integer().notNull(),
    height: integer().notNull(),
    alt: text().notNull().default(''),
    /** URL of the captions of a video. */
    captions: text(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.position] }),
    check('post_media_kind_known', sql`${table.kind} in ('image', 'video')`),
    check('post_media_size_valid', sql`${table.width} >= 0 and ${table.height} >= 0`),
  ],
)

/**
 * Hashtags with their counters. "Recent" means the last 7 days: a use counts from its post until
 * `post_hashtags.recent` is set to false.
 */
export const hashtags = pgTable(
  'hashtags',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** NFKC in lower case: two spellings with one key are one hashtag. */
    key: text().notNull(),
    /** The spelling of its first use. */
    name: text().notNull(),
    useCount: integer('use_count').notNull().default(0),
    recentUses: integer('recent_uses').notNull().default(0),
    recentAuthors: integer('recent_authors').notNull().default(0),
  },
  (table) => [
    uniqueIndex('hashtags_key').on(table.key),
    index('hashtags_trending')
      .on(table.recentAuthors, table.recentUses, table.id)
      .where(sql`${table.recentAuthors} > 0`),
    index('hashtags_most_used')
      .on(table.useCount, table.id)
      .where(sql`${table.useCount} > 0`),
    check(
      'hashtags_counts_positive',
      sql`${table.useCount} >= 0 and ${table.recentUses} >= 0 and ${table.recentAuthors} >= 0`,
    ),
  ],
)

/** Uses of hashtags in posts that are shown. Rows of deleted and removed posts are deleted. */
export const postHashtags = pgTable(
  'post_hashtags',
  {
    hashtagId: integer('hashtag_id')
      .notNull()
      .references(() => hashtags.id),
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Whether this use counts in `hashtags.recent_uses` and `hashtag_authors.recent_uses`. */
    recent: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.hashtagId, table.postId] }),
    index('post_hashtags_post').on(table.postId),
    index('post_hashtags_recent')
      .on(table.createdAt)
      .where(sql`${table.recent}`),
  ],
)

/** How often a user used a hashtag recently. The rows of a hashtag are its `recent_authors`. */
export const hashtagAuthors = pgTable(
  'hashtag_authors',
  {
    hashtagId: integer('hashtag_id')
      .notNull()
      .references(() => hashtags.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    recentUses: integer('recent_uses').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hashtagId, table.userId] }),
    check('hashtag_authors_uses_positive', sql`${table.recentUses} > 0`),
  ],
)
