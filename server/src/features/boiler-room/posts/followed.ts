import type { Post } from '@wtpu/contract/boiler-room/posts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { follows, posts } from '#db/schema/boiler-room.ts'
import { isBlocked } from '#db/visibility.ts'
import { isBefore, isByFollowed, isVisiblePost, selectPosts, type Slice } from './queries.ts'

/** Who follows more people than this probably finds a page among the newest posts of all. */
const manyFollowed = 100
const scanned = 3_000

/**
 * Posts of the viewer and of the people the viewer follows. The newest posts are scanned first for viewers
 * who follow many people. Otherwise, or if that finds too few, the posts of each person are looked up.
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
    where ${isVisiblePost} and ${isByFollowed(viewerId)}
    order by p.id desc limit ${limit}`
}

/**
 * Reads one row per person to find those with the newest posts: only they can have a post on the page, which has no more
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
      where not ${isBlocked('u')} order by newest.id desc limit ${limit}
    )
    select own.id from authors cross join lateral (${newestOf(sql`authors.id`, limit)}) own
    order by own.id desc limit ${limit}`
}
