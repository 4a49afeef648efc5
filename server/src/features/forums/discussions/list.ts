import {
  type DiscussionPage,
  type DiscussionSort,
  type ListedDiscussion,
  maxCountedDiscussions,
} from '@wtpu/contract/forums/discussions'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions, discussionTags, forumCounters, tags } from '#db/schema/forums.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { findCategory } from './categories.ts'
import { searchDiscussions } from '../search/search.ts'
import { discussionsWithAuthors, isShown, selectDiscussions } from './queries.ts'
import { findTrendingIds } from './trending.ts'

interface ListRequest {
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
  categoryId?: number
  tag?: { id: number; discussionCount: number }
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
  if (q && isSearch) return searchDiscussions(db, { q, sort: request.sort, cursor, limit, ...scopeOf(filters) })
  const [rows, count] = await Promise.all([
    selectDiscussions(db, selectIds(filters, order.by, { after, limit: limit + 1 })),
    isPaged && !cursor ? countDiscussions(db, filters) : undefined,
  ])
  const { page, next } = slicePage(rows, limit, order.cursorOf)
  return isPaged ? { results: page, next, ...(count !== undefined && { count }) } : page
}

const scopeOf = ({ categoryId, tag, trendingIds }: Filters) => ({ categoryId, tagId: tag?.id, ids: trendingIds })

interface Order {
  by: SQL
  /** Condition on `d`: its place is after the cursor. */
  after(cursor: string | undefined): SQL
  cursorOf(last: ListedDiscussion): string
}

/** Ties are broken by id, so that rows with equal keys are neither skipped nor repeated. */
function orderByCount(count: SQL, countOf: (one: ListedDiscussion) => number): Order {
  return {
    by: sql`${count} desc, d.id desc`,
    after(cursor) {
      const [key, id] = decodeCursor(cursor, ['integer', 'integer']) ?? []
      return key === undefined ? sql`` : sql`and (${count}, d.id) < (${key}::int, ${id}::int)`
    },
    cursorOf: (last) => encodeCursor([countOf(last), last.id]),
  }
}

const orders: Record<DiscussionSort, Order> = {
  latest: {
    by: sql`d.updated_at desc, d.id desc`,
    after(cursor) {
      const [time, id] = decodeCursor(cursor, ['instant', 'integer']) ?? []
      return time === undefined ? sql`` : sql`and (d.updated_at, d.id) < (${time}::timestamptz, ${id}::int)`
    },
    cursorOf: (last) => encodeCursor([last.updated_at, last.id]),
  },
  popular: orderByCount(sql`(d.comment_count + d.view_count)`, (one) => one.num_comments + one.views),
  replies: orderByCount(sql`d.comment_count`, (one) => one.num_comments),
  views: orderByCount(sql`d.view_count`, (one) => one.views),
  oldest: {
    by: sql`d.id`,
    after(cursor) {
      const [id] = decodeCursor(cursor, ['integer']) ?? []
      return id === undefined ? sql`` : sql`and d.id > ${id}::int`
    },
    cursorOf: (last) => encodeCursor([last.id]),
  },
}

/** Up to this number, the discussions of a tag are read and sorted. Those of popular tags are met soon in the list's order. */
const sortedAtMost = 2_000

function selectIds(filters: Filters, order: SQL, { after, limit }: { after: SQL; limit: number }): SQL {
  const page = sql`${matching(filters)} ${after} order by ${order} limit ${limit}`
  const { tag } = filters
  if (!tag) return sql`select d.id from ${discussionsWithAuthors} where ${page}`
  if (tag.discussionCount <= sortedAtMost) return sql`select d.id from ${tagged(tag.id)} where ${page}`
  // A scalar subquery, which PostgreSQL cannot turn into a join: it walks the index of the order.
  return sql`select d.id from ${discussionsWithAuthors} where (select true from ${discussionTags} used
    where used.tag_id = ${tag.id} and used.discussion_id = d.id) and ${page}`
}

/**
 * Discussions `d` of a tag, with their authors `u`. The lateral join looks up each discussion by its key. A hash join would read
 * all discussions, also of a category.
 */
function tagged(tagId: number): SQL {
  return sql`(select discussion_id from ${discussionTags} where tag_id = ${tagId} offset 0) used
    cross join lateral (select * from ${discussions} where id = used.discussion_id offset 0) d
    join ${users} u on u.id = d.user_id`
}

/** Condition on `d` and `u`, without the tag. */
function matching({ categoryId, trendingIds }: Filters): SQL {
  const isInCategory = categoryId === undefined ? sql`` : sql`and d.category_id = ${categoryId}`
  const isTrending = trendingIds === undefined ? sql`` : sql`and d.id = any(${sql.param(trendingIds)}::int[])`
  return sql`${isShown} ${isInCategory} ${isTrending}`
}

/** Undefined if no discussion can match: the category or the tag does not exist. */
async function findFilters(db: Db, request: ListRequest): Promise<Filters | undefined> {
  const categoryName = request.category?.trim()
  const categoryId = categoryName ? await findCategory(db, categoryName) : undefined
  if (categoryName && categoryId === undefined) return undefined
  const tag = request.tag === undefined ? undefined : await findTag(db, request.tag)
  if (request.tag !== undefined && !tag) return undefined
  const trendingIds = request.filter === 'trending' ? await findTrendingIds(db) : undefined
  return { categoryId, tag, trendingIds }
}

/** A tag, or the one that it was merged into. */
async function findTag(db: Db, id: number): Promise<Filters['tag']> {
  const [tag] = await db
    .select({ id: tags.id, discussionCount: tags.discussionCount })
    .from(tags)
    .where(
      and(
        isNull(tags.mergedInto),
        eq(tags.id, sql`(select coalesce(named.merged_into, named.id) from ${tags} named where named.id = ${id})`),
      ),
    )
  return tag
}

/**
 * The number of discussions in a list, without counting many rows. Counters include the discussions of blocked accounts.
 * Of a popular tag in one category, matches are counted up to a limit.
 */
async function countDiscussions(db: Db, filters: Filters): Promise<number> {
  const { categoryId, tag, trendingIds } = filters
  if (trendingIds === undefined && tag && categoryId === undefined) return tag.discussionCount
  if (trendingIds === undefined && !tag) {
    const { rows } = await db.execute<{ count: number }>(sql`
      select coalesce(sum(discussions), 0)::int as count from ${forumCounters}
      ${categoryId === undefined ? sql`` : sql`where category_id = ${categoryId}`}`)
    return rows[0]?.count ?? 0
  }
  const limit = (tag?.discussionCount ?? 0) <= sortedAtMost ? sortedAtMost : maxCountedDiscussions
  const source = tag ? tagged(tag.id) : discussionsWithAuthors
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from ${source} where ${matching(filters)} limit ${limit}) counted`)
  return rows[0]?.count ?? 0
}
