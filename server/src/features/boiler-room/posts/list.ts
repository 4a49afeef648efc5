import { hashtagKey } from '@wtpu/contract/boiler-room/hashtags'
import { maxCounted, type Post, type PostPage, type PostQuery } from '@wtpu/contract/boiler-room/posts'
import { parseId } from '@wtpu/contract/schemas'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hasUsername } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { hashtags, postHashtags, follows, posts } from '#db/schema/boiler-room.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import {
  findFeed,
  isByFollowed,
  isByNotMuted,
  isVisiblePost,
  postsWithAuthors,
  selectPosts,
  selectTrendingPosts,
  type Slice,
  type Source,
  usesTrending,
  isBefore,
} from './queries.ts'
import { cacheRead } from '#db/read-cache.ts'
import { hasVisibleAuthor, isBlocked, isNotMuted } from '#db/visibility.ts'
import { authorOfPost, selectMatching } from '#search/matches.ts'
import { readQuery } from '#search/query.ts'
import { selectTrending } from '../hashtags.ts'

interface ListRequest extends PostQuery {
  viewerId: number
}

/** Posts, newest first. The cursor is the id of the last post, so new posts do not shift later pages. */
export async function findPosts(db: Db, request: ListRequest): Promise<Post[] | PostPage> {
  const { limit = 20, cursor, q } = request
  const [before] = decodeCursor(cursor, ['integer']) ?? []
  if (q?.trim()) return searchPosts(db, request, { q, before, limit })
  const rows = await findRows(db, request, { before, limit: limit + 1 })
  const { page, next } = slicePage(rows, limit, cursorOf)
  return request.limit !== undefined || cursor !== undefined ? { results: page, next } : page
}

const cursorOf = ({ id }: Post) => encodeCursor([id])

/** A page of the newest matches, with counts on the first one. */
async function searchPosts(
  db: Db,
  request: ListRequest,
  { q, before, limit }: Slice & { q: string },
): Promise<PostPage> {
  const [ids, total] = await Promise.all([
    findMatches(db, request, q),
    before === undefined ? countPosts(db) : undefined,
  ])
  const later = ids.filter((id) => before === undefined || id < before).slice(0, limit + 1)
  const rows = await selectPosts(db, request.viewerId, sql`select id from unnest(${sql.param(later)}::int[]) id`)
  const { page, next } = slicePage(rows, limit, cursorOf)
  return { results: page, next, ...(total !== undefined && { count: Math.min(ids.length, maxCounted), total }) }
}

async function findMatches(db: Db, request: ListRequest, q: string): Promise<number[]> {
  const { text } = await readQuery(db, q)
  if (text === '') return []
  // The authors of the few matches are looked up at the end, and whether the viewer has muted them.
  const { from, where } = await sourceOf(db, request, { rows: sql`${posts} p`, isVisible: sql`p.is_visible` })
  const more = sql`${hasVisibleAuthor('p')} and ${isWanted(request)}`
  const source = { table: sql`${posts}`, alias: 'p', named: authorOfPost, from, where, more, order: sql`p.id desc` }
  const { rows } = await db.execute<{ id: number }>(sql`
    with trending as materialized (${selectTrending})
    select id from (${await selectMatching(db, { ...source, query: text })}) found order by id desc`)
  return rows.map((row) => row.id)
}

/** Up to this number, posts are counted for each request, which takes about a millisecond. */
const countedEachTime = 5_000
const countAll = cacheRead(60_000, (db) => db.$count(posts, sql`is_visible`))

/** The number of posts, also of blocked accounts. A large number may be a minute old. */
async function countPosts(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (
    select 1 from ${posts} where is_visible order by id desc limit ${countedEachTime}) newest`)
  const count = rows[0]?.count ?? 0
  return count < countedEachTime ? count : countAll(db)
}

async function findRows(db: Db, request: ListRequest, slice: Slice): Promise<Post[]> {
  const { viewerId, filter, user, hashtag } = request
  const isFiltered = [user, hashtag].some((text) => text?.trim())
  if (filter === 'following' && !isFiltered) return findFollowedPosts(db, viewerId, slice)
  if (filter === 'trending' && !isFiltered) return selectPosts(db, viewerId, selectTrendingPosts(viewerId, slice))
  if (!filter && !isFiltered) return findFeed(db, viewerId, slice)
  const { from, id, where } = await sourceOf(db, request)
  const after = slice.before === undefined ? sql`` : sql`and ${id} < ${slice.before}`
  return selectPosts(
    db,
    viewerId,
    sql`select p.id from ${from} where ${where} and ${isWanted(request)} ${after} order by ${id} desc limit ${slice.limit}`,
  )
}

async function sourceOf(
  db: Db,
  { viewerId, filter, user, hashtag }: ListRequest,
  { rows, isVisible } = { rows: postsWithAuthors, isVisible: isVisiblePost },
): Promise<Source> {
  const key = hashtagKey(hashtag?.trim() ?? '')
  const conditions = [
    isVisible,
    ...(user?.trim() ? [isBy(user.trim())] : []),
    ...(filter === 'trending' ? [usesTrending] : []),
    ...(filter === 'following' ? [isByFollowed(viewerId)] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  if (key === '') return { from: rows, id: sql`p.id`, where }
  const [found] = await db.select({ id: hashtags.id }).from(hashtags).where(eq(hashtags.key, key))
  // The id is a value of the query, so that PostgreSQL knows whether the hashtag is popular.
  const isUsed = found ? sql`used.hashtag_id = ${found.id}` : sql`false`
  return {
    from: sql`${postHashtags} used join ${rows} on p.id = used.post_id`,
    id: sql`used.post_id`,
    where: sql`${where} and ${isUsed}`,
  }
}

/** Muted users' posts are left out, except from the list of one user's posts. */
const isWanted = ({ viewerId, user }: ListRequest) => (user?.trim() ? sql`true` : isByNotMuted(viewerId))

function isBy(wanted: string): SQL {
  const id = parseId(wanted)
  if (id !== undefined) return sql`p.user_id = ${id}`
  return sql`p.user_id = (select ${users.id} from ${users} where ${hasUsername(wanted)})`
}

/** For people who follow more than this, the newest posts of all probably fill a page. */
const manyFollowed = 100
const scanned = 3_000

/**
 * Posts of the viewer and of the people the viewer follows. The newest posts are scanned first for viewers
 * who follow many people. Otherwise, or if that finds too few, the posts of each user are looked up.
 */
export async function findFollowedPosts(db: Db, viewerId: number, slice: Slice): Promise<Post[]> {
  const [viewer] = await db.select({ followingCount: users.followingCount }).from(users).where(eq(users.id, viewerId))
  if ((viewer?.followingCount ?? 0) > manyFollowed) {
    const found = await selectPosts(db, viewerId, amongNewest(viewerId, slice))
    if (found.length === slice.limit) return found
  }
  return selectPosts(db, viewerId, byAuthor(viewerId, slice))
}

/** Reads at most `scanned` rows. */
function amongNewest(viewerId: number, { before, limit }: Slice): SQL {
  return sql`
    select p.id
    from (select id, user_id, is_visible from ${posts} p
      where p.is_visible ${isBefore(before)}
      order by p.id desc limit ${scanned}) p
    join ${users} u on u.id = p.user_id
    where ${isVisiblePost} and ${isByFollowed(viewerId)} and ${isByNotMuted(viewerId)}
    order by p.id desc limit ${limit}`
}

/**
 * Reads one row per user to find those with the newest posts: only they can have a post on the page, which has no more
 * posts than they are.
 */
function byAuthor(viewerId: number, { before, limit }: Slice): SQL {
  const newestOf = (author: SQL, count: number) => sql`
    select p.id from ${posts} p
    where p.user_id = ${author} and p.is_visible ${isBefore(before)}
    order by p.id desc limit ${count}`
  return sql`
    with people as (
      select followed_id as id from ${follows} where follower_id = ${viewerId} union all select ${viewerId}::int
    ),
    authors as materialized (
      select u.id from people join ${users} u on u.id = people.id
      cross join lateral (${newestOf(sql`u.id`, 1)}) newest
      where not ${isBlocked('u')} and ${isNotMuted(viewerId, sql`u.id`)} order by newest.id desc limit ${limit}
    )
    select own.id from authors cross join lateral (${newestOf(sql`authors.id`, limit)}) own
    order by own.id desc limit ${limit}`
}
