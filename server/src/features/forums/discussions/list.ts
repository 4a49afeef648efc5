import type { DiscussionPage, DiscussionSort, ListedDiscussion } from '@wtpu/contract/forums/discussions'
import type { ListedTag } from '@wtpu/contract/forums/tags'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions, forumCounters, discussionTags } from '#db/schema/forums.ts'
import { isNotMuted } from '#db/visibility.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { findTag } from '../find-tag.ts'
import { findCategory } from './validate.ts'
import { searchDiscussions } from './search.ts'
import { discussionsWithAuthors, isVisibleDiscussion, selectDiscussions } from './queries.ts'
import { findTrendingIds } from './trending.ts'

interface ListRequest {
  /** See `isNotMuted`. */
  muterId: number
  q?: string
  filter?: 'trending'
  category?: string
  tag?: number
  sort?: DiscussionSort
  cursor?: string
  limit?: number
}

/** What a request asks for, looked up. */
interface Filters {
  muterId: number
  categoryId?: number
  tag?: ListedTag
  trendingIds?: number[]
}

/** A page of discussions. Without page parameters, an array of the first ones. */
export async function findDiscussions(db: Db, request: ListRequest): Promise<ListedDiscussion[] | DiscussionPage> {
  const { q, sort = 'latest', cursor, limit = 20 } = request
  const isSearch = Boolean(q?.trim())
  const isPaged = isSearch || request.limit !== undefined || cursor !== undefined
  const order = orders[sort]
  const after = isSearch ? sql`` : order.after(cursor)
  const filters = await findFilters(db, request)
  if (!filters) return isPaged ? { results: [], next: null, ...(!cursor && { count: 0 }) } : []
  if (q && isSearch) {
    const { muterId, categoryId, tag, trendingIds: ids } = filters
    const by = request.sort && order.by
    return searchDiscussions(db, { q, cursor, limit, muterId, categoryId, tagId: tag?.id, ids, order: by })
  }
  const [rows, count] = await Promise.all([
    selectIds(db, filters, order.by, { after, limit: limit + 1 }).then((ids) => selectDiscussions(db, ids)),
    isPaged && !cursor ? countDiscussions(db, filters) : undefined,
  ])
  const { page, next } = slicePage(rows, limit, order.cursorOf)
  return isPaged ? { results: page, next, ...(count !== undefined && { count }) } : page
}

interface Order {
  by: SQL
  /** Condition on `d`: its position is after the cursor. */
  after(cursor: string | undefined): SQL
  cursorOf(last: ListedDiscussion): string
}

/** Ties are broken by id, so that rows with equal keys are neither skipped nor repeated. */
function orderByCount(count: SQL, countOf: (discussion: ListedDiscussion) => number): Order {
  return {
    by: sql`${count} desc, d.id desc`,
    after(cursor) {
      const [key, id] = decodeCursor(cursor, ['integer', 'integer']) ?? []
      return key === undefined ? sql`` : sql`and (${count}, d.id) < (${key}::int, ${id}::int)`
    },
    cursorOf: (last) => encodeCursor([countOf(last), last.id]),
  }
}

export const orders: Record<DiscussionSort, Order> = {
  latest: {
    by: sql`d.updated_at desc, d.id desc`,
    after(cursor) {
      const [time, id] = decodeCursor(cursor, ['instant', 'integer']) ?? []
      return time === undefined ? sql`` : sql`and (d.updated_at, d.id) < (${time}::timestamptz, ${id}::int)`
    },
    cursorOf: (last) => encodeCursor([last.updated_at, last.id]),
  },
  popular: orderByCount(sql`(d.comment_count + d.view_count)`, ({ num_comments, views }) => num_comments + views),
  replies: orderByCount(sql`d.comment_count`, ({ num_comments }) => num_comments),
  views: orderByCount(sql`d.view_count`, ({ views }) => views),
  oldest: {
    by: sql`d.id`,
    after(cursor) {
      const [id] = decodeCursor(cursor, ['integer']) ?? []
      return id === undefined ? sql`` : sql`and d.id > ${id}::int`
    },
    cursorOf: (last) => encodeCursor([last.id]),
  },
}

async function selectIds(db: Db, filters: Filters, order: SQL, { after, limit }: { after: SQL; limit: number }) {
  const page = sql`${matching(filters)} ${after} order by ${order} limit ${limit}`
  const { tag, categoryId } = filters
  if (!tag) return sql`select d.id from ${discussionsWithAuthors} where ${page}`
  const tagged = await selectFewTagged(db, tag, categoryId)
  if (!tagged) return sql`select d.id from ${discussionsWithAuthors} where ${hasTag(tag.id)} and ${page}`
  // The lateral join looks up each discussion by its key. A hash join would read all discussions, also of a category.
  return sql`select d.id from (${tagged} offset 0) tagged
    cross join lateral (select * from ${discussions} where id = tagged.id offset 0) d
    join ${users} u on u.id = d.user_id where ${page}`
}

/** Condition on `d` and `u`, without the tag. */
function matching({ muterId, categoryId, trendingIds }: Filters): SQL {
  const isInCategory = categoryId === undefined ? sql`` : sql`and d.category_id = ${categoryId}`
  const isTrending = trendingIds === undefined ? sql`` : sql`and d.id = any(${sql.param(trendingIds)}::int[])`
  return sql`${isVisibleDiscussion} and ${isNotMuted(muterId, sql`d.user_id`)} ${isInCategory} ${isTrending}`
}

/** Undefined if no discussion can match: the category or the tag does not exist. */
async function findFilters(db: Db, request: ListRequest): Promise<Filters | undefined> {
  const categoryName = request.category?.trim()
  const categoryId = categoryName ? await findCategory(db, categoryName) : undefined
  if (categoryName && categoryId === undefined) return undefined
  const tag = request.tag === undefined ? undefined : await findTag(db, { id: request.tag })
  if (request.tag !== undefined && !tag) return undefined
  const trendingIds = request.filter === 'trending' ? await findTrendingIds(db) : undefined
  return { muterId: request.muterId, categoryId, tag, trendingIds }
}

/** The number of discussions in a list, mostly from counters. Includes those of blocked and muted accounts, except for trending ones. */
async function countDiscussions(db: Db, filters: Filters): Promise<number> {
  const { categoryId, tag, trendingIds } = filters
  if (trendingIds) return countTrending(db, filters)
  if (tag && categoryId === undefined) return tag.discussion_count
  const isInCategory = categoryId === undefined ? sql`` : sql`where category_id = ${categoryId}`
  const { rows } = await db.execute<{ count: number }>(
    tag
      ? sql`select count(*)::int as count from (${selectTagged(tag.id, categoryId)}) tagged`
      : sql`select coalesce(sum(discussions), 0)::int as count from ${forumCounters} ${isInCategory}`,
  )
  return rows[0]?.count ?? 0
}

async function countTrending(db: Db, filters: Filters): Promise<number> {
  const { rows } = await db.execute(await selectIds(db, filters, sql`d.id`, { after: sql``, limit: 100 }))
  return rows.length
}

/** Up to this number, the discussions of a tag are read and sorted. Those of popular tags appear early in the list's order. */
const sortedAtMost = 2_000
/** How many of a popular tag's newest discussions are read to estimate how common it is in a category. */
const sampled = 200

/** Condition on `d`. A scalar subquery, which PostgreSQL cannot turn into a join: it walks the index of the list's order. */
function hasTag(tagId: number): SQL {
  return sql`(select true from ${discussionTags} used where used.tag_id = ${tagId} and used.discussion_id = d.id)`
}

/** The ids of a tag's discussions, if they are few enough to be sorted. */
async function selectFewTagged(db: Db, { id, discussion_count: count }: ListedTag, categoryId: number | undefined) {
  if (count <= sortedAtMost) return selectTagged(id)
  if (categoryId === undefined || !(await isRareInCategory(db, id, categoryId))) return undefined
  return selectTagged(id, categoryId)
}

/** The ids of a tag's discussions. With a category, two indexes are joined, and no rows are read. */
function selectTagged(tagId: number, categoryId?: number): SQL {
  if (categoryId === undefined) return sql`select discussion_id as id from ${discussionTags} where tag_id = ${tagId}`
  return sql`select d.id from ${discussionTags} used join ${discussions} d on d.id = used.discussion_id
    where used.tag_id = ${tagId} and d.category_id = ${categoryId} and d.is_visible`
}

/** Whether less than a tenth of the tag's newest discussions are in this category, so that a long walk of the order would be needed. */
async function isRareInCategory(db: Db, tagId: number, categoryId: number): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select discussion_id from ${discussionTags} where tag_id = ${tagId}
      order by discussion_id desc limit ${sampled}) newest
    join ${discussions} d on d.id = newest.discussion_id and d.category_id = ${categoryId}`)
  return (rows[0]?.count ?? 0) < sampled / 10
}
