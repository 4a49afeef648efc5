import { selectWritten, writtenAsJson } from '#db/schema/columns.ts'
import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import { displayName } from '@wtpu/contract/accounts/names'
import type { LatestPost, Post, PostState } from '@wtpu/contract/boiler-room/posts'
import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import { type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { follows, postHashtags, postMedia, posts } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { prepareStatement } from '#db/statement.ts'
import { isNotMuted, isUnderReviewFor, isVisible } from '#db/visibility.ts'
import { selectTrending } from '../hashtags.ts'

const maxLatest = 50
const previewedComments = 2

/** A page of a list: the `limit` newest posts whose id is lower than `before`. */
export interface Slice {
  before: number | undefined
  limit: number
}

/** The rows of a list. An index has them in order of `id`. */
export interface Source {
  from: SQL
  id: SQL
  where: SQL
}

/** Condition on `p` (posts) and `u` (its author). */
export const isVisiblePost = isVisible('p', 'u')

/** Posts `p` with their authors `u`. */
export const postsWithAuthors = sql`${posts} p join ${users} u on u.id = p.user_id`

/** Condition on `p`, in a query with the CTE `trending`: one of its hashtags is trending. */
export const usesTrending = isFound(sql`select 1 from ${postHashtags} ph
  where ph.post_id = p.id and ph.hashtag_id = any(array(select id from trending))`)

/**
 * Whether the query finds a row. For `exists`, PostgreSQL may read all uses of a hashtag, or all likes of a user, into a
 * hash table, even for a page of 20 posts.
 */
function isFound(query: SQL): SQL {
  return sql`((${query} limit 1) is not null)`
}

/** Condition on `p`: the viewer or somebody the viewer follows wrote it. */
export function isByFollowed(viewerId: number): SQL {
  return sql`(p.user_id = ${viewerId} or exists (select 1 from ${follows} f
    where f.follower_id = ${viewerId} and f.followed_id = p.user_id))`
}

/** Condition on `p`: the viewer has not muted its author. */
export const isByNotMuted = (viewerId: number | Placeholder) => isNotMuted(viewerId, sql`p.user_id`)

/** Condition on `p`, to append to others: its position in the list is after the cursor. */
export function isBefore(id: number | undefined): SQL {
  return id === undefined ? sql`` : sql`and p.id < ${id}`
}

/** The ids of posts with a trending hashtag, for `selectPosts`: the newest of each hashtag, by index. */
export function selectTrendingPosts(viewerId: number, { before, limit }: Slice): SQL {
  const isBeforeCursor = before === undefined ? sql`` : sql`and used.post_id < ${before}`
  return sql`
    select distinct newest.id from trending cross join lateral (
      select p.id from ${postHashtags} used join ${postsWithAuthors} on p.id = used.post_id
      where used.hashtag_id = trending.id and ${isVisiblePost} and ${isByNotMuted(viewerId)} ${isBeforeCursor}
      order by used.post_id desc limit ${limit}) newest
    order by newest.id desc limit ${limit}`
}

/**
 * The posts whose ids the query `ids` selects, newest first, with everything a card shows: one query, whatever the length.
 * The ids are selected first, so that the rest is read for the posts of the page only.
 */
export async function selectPosts(db: Db, viewerId: number, ids: SQL): Promise<Post[]> {
  const { rows } = await db.execute<PostRow>(postsOf(viewerId, ids))
  return rows.map(toPost)
}

function postsOf(viewerId: number | Placeholder, ids: SQL): SQL {
  return sql`
    with trending as materialized (${selectTrending}),
    page as materialized (${ids})
    select p.id, p.text, ${selectWritten('p')}, ${isoTime('p.created_at')} as created_at, ${isoTime('p.edited_at')} as edited_at,
      p.hashtags as hashtag_list, p.like_count, p.comment_count,
      u.id as user_id, u.first_name, u.last_name, u.username, u.avatar,
      ${usesTrending} as is_trending,
      ${isFound(sql`select 1 from ${follows} f
        where f.follower_id = ${viewerId} and f.followed_id = p.user_id`)} as following,
      ${isFound(sql`select 1 from ${reactions} r
        where r.post_id = p.id and r.user_id = ${viewerId} and r.value = 1`)} as user_has_liked,
      array(select json_build_object('kind', m.kind, 'file', m.file, 'poster', m.poster, 'width', m.width,
          'height', m.height, 'alt', m.alt, 'captions', m.captions)
        from ${postMedia} m where m.post_id = p.id order by m.position) as media,
      array(${selectNewestComments(viewerId)}) as recent_comments, not p.is_visible as under_review
    from page join ${postsWithAuthors} on p.id = page.id
    order by p.id desc`
}

function selectNewestComments(viewerId: number | Placeholder): SQL {
  return sql`select json_build_object('id', c.id, 'post', c.post_id, 'user', c.user_id, 'text', c.text, ${writtenAsJson('c')},
      'created_at', c.created_at, 'likes_count', c.like_count, 'first_name', a.first_name, 'last_name', a.last_name,
      'username', a.username, 'user_avatar', a.avatar,
      'user_has_liked', ${isFound(sql`select 1 from ${reactions} r
        where r.comment_id = c.id and r.user_id = ${viewerId} and r.value = 1`)})
    from (select * from ${comments} c where c.post_id = p.id and c.is_visible and ${isNotMuted(viewerId, sql`c.user_id`)}
      order by c.id desc limit ${previewedComments}) c
    join ${users} a on a.id = c.user_id order by c.id desc`
}

const viewer = sql.placeholder('viewer')

const prepareFeed = (name: string, isInPage: SQL) =>
  prepareStatement<PostRow>(
    name,
    postsOf(
      viewer,
      sql`select p.id from ${postsWithAuthors} where ${isVisiblePost} and ${isByNotMuted(viewer)} ${isInPage}
        order by p.id desc limit ${sql.placeholder('limit')}`,
    ),
  )

const feed = prepareFeed('feed', sql``)
const olderFeed = prepareFeed('feed_before', sql`and p.id < ${sql.placeholder('before')}`)

/** The newest posts of all, which most calls ask for. */
export async function findFeed(db: Db, viewerId: number, { before, limit }: Slice): Promise<Post[]> {
  const rows = await (before === undefined ? feed : olderFeed)(db, { viewer: viewerId, before, limit })
  return rows.map(toPost)
}

interface UserRow {
  first_name: string
  last_name: string
  username: string | null
}

type CommentRow = Omit<PostComment, 'user_name'> & UserRow

interface PostRow extends UserRow, Written, QueryResultRow {
  id: number
  text: string
  created_at: string
  edited_at: string | null
  hashtag_list: string[]
  like_count: number
  comment_count: number
  user_id: number
  avatar: string | null
  is_trending: boolean
  following: boolean
  user_has_liked: boolean
  media: PostMedia[]
  recent_comments: CommentRow[]
  under_review: boolean
}

function toPost(row: PostRow): Post {
  const author = { id: row.user_id, name: displayName(row), avatar: row.avatar, username: row.username ?? '' }
  return {
    id: row.id,
    text: row.text,
    ...writtenOf(row),
    created_at: row.created_at,
    edited_at: row.edited_at,
    user: author.id,
    user_name: author.name,
    user_avatar: author.avatar,
    author,
    trending: row.is_trending,
    is_trending: row.is_trending,
    following: row.following,
    hashtag_list: row.hashtag_list,
    likes_count: row.like_count,
    comments_count: row.comment_count,
    user_has_liked: row.user_has_liked,
    media: row.media,
    ...(row.under_review && { under_review: true }),
    recent_comments: row.recent_comments.map(({ first_name, last_name, username, ...comment }) => ({
      ...comment,
      user_name: displayName({ first_name, last_name, username }),
    })),
  }
}

export async function findPost(db: Db, id: number, viewerId: number, staffId = 0): Promise<Post | undefined> {
  const [post] = await selectPosts(
    db,
    viewerId,
    sql`select p.id from ${postsWithAuthors}
      where p.id = ${id} and (${isVisiblePost} or ${isUnderReviewFor({ viewerId, staffId }, 'post', 'p')})`,
  )
  return post
}

export async function findPostState(db: Db, id: number): Promise<PostState | undefined> {
  const { rows } = await db.execute<PostState>(sql`
    select p.id, p.text, ${selectWritten('p')}, p.hashtags as hashtag_list, ${isoTime('p.edited_at')} as edited_at,
      p.like_count as likes_count, p.comment_count as comments_count
    from ${postsWithAuthors} where p.id = ${id} and ${isVisiblePost}`)
  return rows[0]
}

export async function findLatestPosts(db: Db, muterId: number): Promise<LatestPost[]> {
  const { rows } = await db.execute<LatestPost>(sql`
    with trending as materialized (${selectTrending})
    select p.id, p.user_id as user, ${usesTrending} as is_trending
    from ${postsWithAuthors} where ${isVisiblePost} and ${isByNotMuted(muterId)} order by p.id desc limit ${maxLatest}`)
  return rows
}
