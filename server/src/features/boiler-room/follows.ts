import * as boilerRoom from '@wtpu/contract/boiler-room/follows'
import type { FollowedUser, SuggestedUser } from '@wtpu/contract/boiler-room/follows'
import { displayName } from '@wtpu/contract/accounts/names'
import { stateName } from '@wtpu/contract/states'
import { parseId } from '@wtpu/contract/schemas'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { Db } from '#db/client.ts'
import { isoMonth } from '#db/iso-time.ts'
import { hasUsername, lockFollowsOf, lockPeople } from '#db/people.ts'
import { prepareStatement } from '#db/statement.ts'
import { isNotMuted } from '#db/visibility.ts'
import { users } from '#db/schema/accounts.ts'
import { assertNotBlocked, hasBlocked } from '#writing/blocks.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { listPeople } from './people-list.ts'
import { notifyOfFollow } from '#notifications/events.ts'
import { ApiError, notFound } from '#http/errors.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { viewerKey, signedIn, viewerId } from '#http/auth.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

const maxUnpaged = 1_000
/** In the statement, because its plan depends on it. */
const maxSuggestions = sql.raw('20')

/** Condition: the user with this id or username. */
function isUser(wanted: string): SQL {
  const id = parseId(wanted)
  return id === undefined ? hasUsername(wanted) : eq(users.id, id)
}

interface FollowingRequest {
  user?: string
  cursor?: string
  limit?: number
}

/** The people a user follows, latest first. */
async function findFollowing(
  db: Db,
  userId: number,
  { user, cursor, limit: requestedLimit }: FollowingRequest,
): Promise<FollowedUser[] | { results: FollowedUser[]; next: string | null }> {
  const paged = requestedLimit !== undefined || cursor !== undefined
  const limit = requestedLimit ?? (paged ? 50 : maxUnpaged)
  const { results, next } = await listPeople(
    db,
    {
      table: follows,
      user: follows.followedId,
      since: follows.createdAt,
      where: and(eq(follows.followerId, userId), users.isActive, user?.trim() ? isUser(user.trim()) : undefined),
    },
    { cursor, limit },
  )
  return paged ? { results, next } : results
}

/** Mutuals are searched among the newest follows of the people whom the viewer followed last. */
const mutualsOf = { viewer: sql.raw('200'), followed: sql.raw('100') }

/** Hidden from the planner, which would plan each call anew because some follow thousands. */
const viewer = sql`(select ${sql.placeholder('viewer')}::int)`

/** The order makes PostgreSQL look up one key for each row. Without it, each row is compared with everyone the viewer follows. */
const isNotFollowed = sql`u.id is distinct from (select f.followed_id from ${follows} f
  where f.follower_id = ${viewer} and f.followed_id >= u.id order by f.followed_id limit 1)`
const isSuggestible = sql`u.id <> ${viewer} and u.is_active and ${isNotFollowed}
  and ${isNotMuted(viewer, sql`u.id`)} and not ${hasBlocked(sql`= u.id`, viewer)}`

const shown = sql`u.id, u.username, u.first_name, u.last_name, u.avatar, u.bio, u.followers_count, u.following_count,
  u.state, u.verified, u.created_at`

/** A source is read only if those before it are too few. */
const selectSuggested = prepareStatement<SuggestedRow & QueryResultRow>(
  'suggested_users',
  sql`with mutuals as (
      select theirs.followed_id as id, count(*) as mutuals
      from (select followed_id from ${follows} where follower_id = ${viewer}
        order by created_at desc, followed_id desc limit ${mutualsOf.viewer}) mine
      cross join lateral (select followed_id from ${follows} where follower_id = mine.followed_id
        order by created_at desc, followed_id desc limit ${mutualsOf.followed}) theirs
      where theirs.followed_id <> ${viewer}
      group by theirs.followed_id
    ),
    of_mutuals as materialized (select ${shown}, m.mutuals, 0 as source from mutuals m join ${users} u on u.id = m.id
      where ${isSuggestible} order by m.mutuals desc, u.followers_count desc, u.id desc limit ${maxSuggestions}),
    of_state as materialized (select ${shown}, 0, 1 from ${users} u
      where (select count(*) from of_mutuals) < ${maxSuggestions}
        and u.state = (select state from ${users} where id = ${viewer}) and ${isSuggestible}
      order by u.followers_count desc, u.id desc limit ${maxSuggestions}),
    of_all as (select ${shown}, 0, 2 from ${users} u
      where (select greatest((select count(*) from of_mutuals), (select count(*) from of_state))) < ${maxSuggestions}
        and ${isSuggestible}
      order by u.followers_count desc, u.id desc limit ${maxSuggestions}),
    chosen as (
      select distinct on (id) * from (table of_mutuals union all table of_state union all table of_all) found
      order by id, source
    )
    select id, username, first_name, last_name, avatar, bio, followers_count, following_count, state, verified,
      ${isoMonth('created_at')} as date_joined
    from chosen order by source, mutuals desc, followers_count desc, id desc limit ${maxSuggestions}`,
)

/**
 * People followed by those the viewer follows, ordered by how many follow them; then people of the same
 * state; then the most followed. The last two sources read at most 20 rows by an index, besides people already followed.
 */
async function findSuggestedUsers(db: Db, userId: number): Promise<SuggestedUser[]> {
  const rows = await selectSuggested(db, { viewer: userId })
  return rows.map(({ state, ...row }) => ({
    ...row,
    name: displayName(row),
    followers: row.followers_count,
    // The response requires a value. The user's own setting is private.
    political_affiliation: 'Independent',
    state: state === null ? 'Unknown' : stateName(state),
  }))
}

interface SuggestedRow {
  id: number
  username: string
  first_name: string
  last_name: string
  avatar: string | null
  bio: string
  followers_count: number
  following_count: number
  state: string | null
  verified: boolean
  date_joined: string
}

/** Follows or unfollows. Concurrent calls about the same two people run one after the other. */
export function toggleFollow(
  db: Db,
  { userId, wanted }: { userId: number; wanted: string },
): Promise<{ following: boolean; followers_count: number }> {
  return db.transaction(async (tx) => {
    const [other] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isUser(wanted), users.isActive))
    if (!other) throw notFound('User')
    if (other.id === userId) throw new ApiError('follow_oneself')
    await lockFollowsOf(tx, [userId, other.id])
    const both = await lockPeople(tx, [userId, other.id])
    // Deleted or blocked while this call waited for the locks.
    if (!both.every(({ active }) => active)) throw notFound('User')
    const pair = { followerId: userId, followedId: other.id }
    const left = await unfollow(tx, pair)
    await notifyOfFollow(tx, pair)
    if (left !== undefined) return { following: false, followers_count: left }
    await assertNotBlocked(tx, { by: other.id, userId })
    await tx.insert(follows).values(pair)
    return { following: true, followers_count: await countFollow(tx, pair, 1) }
  })
}

type Follow = Pick<typeof follows.$inferSelect, 'followerId' | 'followedId'>

/** Call it with the follows and rows of both locked. @returns how many still follow, or undefined if nobody was followed */
export async function unfollow(tx: Db, { followerId, followedId }: Follow): Promise<number | undefined> {
  const removed = await tx
    .delete(follows)
    .where(and(eq(follows.followerId, followerId), eq(follows.followedId, followedId)))
    .returning({ followedId: follows.followedId })
  return removed.length === 0 ? undefined : countFollow(tx, { followerId, followedId }, -1)
}

async function countFollow(tx: Db, { followerId, followedId }: Follow, step: 1 | -1): Promise<number> {
  await tx
    .update(users)
    .set({ followingCount: sql`${users.followingCount} + ${step}` })
    .where(eq(users.id, followerId))
  const [followed] = await tx
    .update(users)
    .set({ followersCount: sql`${users.followersCount} + ${step}` })
    .where(eq(users.id, followedId))
    .returning({ count: users.followersCount })
  return followed?.count ?? 0
}

export const followRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...boilerRoom.followUser,
    onRequest: [signedIn, limitTo(app, limits.writesPerUser, viewerKey)],
    handler: (request) => toggleFollow(app.db, { userId: viewerId(request), wanted: request.params.user }),
  })

  app.route({
    ...boilerRoom.listFollowing,
    onRequest: signedIn,
    handler: (request) => findFollowing(app.db, viewerId(request), request.query),
  })

  app.route({
    ...boilerRoom.listSuggestedUsers,
    onRequest: signedIn,
    handler: (request) => findSuggestedUsers(app.db, viewerId(request)),
  })
}
