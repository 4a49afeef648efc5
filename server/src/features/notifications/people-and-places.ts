import { displayName } from '@wtpu/contract/accounts/names'
import type { Output } from '@wtpu/contract/endpoint'
import { type listMentionable, maxMentionable } from '@wtpu/contract/mentions'
import type { WatchLevel } from '@wtpu/contract/forums/watch-levels'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussionWatches, politicianFollows } from '#db/schema/notifications.ts'
import { politicians } from '#db/schema/politicians.ts'
import { isNotMuted, isSearchable, isVisible } from '#db/visibility.ts'
import { hasBlocked } from '#writing/blocks.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { normalizeForSearch } from '#search/words.ts'

const maxFollowed = 1_000

/** @throws ApiError 404 */
export async function watchDiscussion(
  db: Db,
  { discussionId, userId, level }: { discussionId: number; userId: number; level: WatchLevel },
): Promise<{ level: WatchLevel }> {
  const { rowCount } = await db.execute(sql`
    insert into ${discussionWatches} (discussion_id, user_id, level)
    select d.id, ${userId}::int, ${level} from discussions d where d.id = ${discussionId} and ${isVisible('d')}
      and exists (select from users where id = ${userId} and is_active)
    on conflict (discussion_id, user_id) do update set level = excluded.level`)
  if (rowCount === 0) throw notFound('Discussion')
  return { level }
}

/** Follows an official, or stops following them. @throws ApiError 404 or 409 */
export function toggleFollow(
  db: Db,
  { politicianId, userId }: { politicianId: number; userId: number },
): Promise<{ following: boolean }> {
  return db.transaction(async (tx) => {
    const [official] = await tx
      .select({ retiredAt: politicians.retiredAt })
      .from(politicians)
      .where(eq(politicians.id, politicianId))
    if (!official) throw notFound('Politician')
    const removed = await tx
      .delete(politicianFollows)
      .where(and(eq(politicianFollows.politicianId, politicianId), eq(politicianFollows.userId, userId)))
      .returning()
    if (removed.length > 0) return { following: false }
    if (official.retiredAt) throw new ApiError('retired')
    await tx.execute(sql`insert into ${politicianFollows} (politician_id, user_id)
      select ${politicianId}::int, id from users where id = ${userId} and is_active on conflict do nothing`)
    return { following: true }
  })
}

export async function findFollowedPoliticians(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: politicianFollows.politicianId })
    .from(politicianFollows)
    .where(eq(politicianFollows.userId, userId))
    .orderBy(desc(politicianFollows.politicianId))
    .limit(maxFollowed)
  return rows.map(({ id }) => id)
}

/** How many names that match are looked at. */
const maxCandidates = 200

/**
 * People whom the user follows first, without those who blocked the user. Reads at most `maxCandidates` rows by an index for each
 * of the two sources.
 */
export async function findMentionable(
  db: Db,
  { userId, q }: { userId: number; q: string },
): Promise<Output<typeof listMentionable>> {
  const start = q
    .trim()
    .replace(/^[@＠﹫]/, '')
    .toLowerCase()
  // Only usernames have underscores.
  const name = start.includes('_') ? '' : normalizeForSearch(start)
  const pattern = `${start.replaceAll(/[\\%_]/g, '\\$&')}%`
  const isMatch = sql`(lower(u.username) like ${pattern} or (${name} <> '' and starts_with(u.search_name, ${name})))`
  const byUsername = sql`select u.id, 1 as source from users u where lower(u.username) like ${pattern} and ${isSearchable('u')}
    order by lower(u.username) limit ${maxCandidates}`
  const { rows } = await db.execute<{
    id: number
    username: string
    first_name: string
    last_name: string
    avatar: string | null
  }>(sql`
    with candidate as (
      select f.id, 0 as source from (select followed_id as id from follows where follower_id = ${userId}
        order by created_at desc, followed_id desc limit ${maxCandidates}) f
      ${start === '' ? sql`` : sql`union all (${byUsername})`}
    )
    select u.id, u.username, u.first_name, u.last_name, u.avatar
    from (select id, min(source) as source from candidate group by id) found join users u on u.id = found.id
    where u.is_active and u.id <> ${userId} and ${isNotMuted(userId, sql.raw('u.id'))}
      and not ${hasBlocked(sql`= u.id`, userId)}
      and ${start === '' ? sql`true` : isMatch}
    order by found.source, u.followers_count desc, u.id limit ${maxMentionable}`)
  return rows.map((row) => ({ id: row.id, username: row.username, name: displayName(row), avatar: row.avatar }))
}
