import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/boiler-room/mutes-and-blocks'
import type { FollowedUser } from '@wtpu/contract/boiler-room/follows'
import { displayName } from '@wtpu/contract/accounts/names'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockFollowsOf, lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { unfollow } from './follows.ts'

interface Pair {
  userId: number
  otherId: number
}
type Kind = 'mute' | 'block'

const isPair = ({ userId, otherId }: Pair) =>
  and(eq(mutesAndBlocks.userId, userId), eq(mutesAndBlocks.otherId, otherId))

/** A block ends the follows of both. @throws ApiError 400, 404 or 409 */
async function add(db: Db, pair: Pair, kind: Kind): Promise<contract.MuteState> {
  const { userId, otherId } = pair
  if (userId === otherId) throw new ApiError('mute_oneself')
  return db.transaction(async (tx) => {
    await lockFollowsOf(tx, [userId, otherId])
    const both = await lockPeople(tx, [userId, otherId])
    if (both.filter(({ active }) => active).length < 2) throw notFound('User')
    await tx
      .insert(mutesAndBlocks)
      .values({ ...pair, kind })
      .onConflictDoNothing()
    const count = await tx.$count(mutesAndBlocks, and(eq(mutesAndBlocks.userId, userId), eq(mutesAndBlocks.kind, kind)))
    if (count > contract.maxMuted) throw new ApiError('too_many_muted')
    if (kind === 'block') {
      await unfollow(tx, { followerId: userId, followedId: otherId })
      await unfollow(tx, { followerId: otherId, followedId: userId })
    }
    return findState(tx, pair)
  })
}

async function remove(db: Db, pair: Pair, kind: Kind): Promise<contract.MuteState> {
  await db.delete(mutesAndBlocks).where(and(isPair(pair), eq(mutesAndBlocks.kind, kind)))
  return findState(db, pair)
}

async function findState(db: Db, pair: Pair): Promise<contract.MuteState> {
  const rows = await db.select({ kind: mutesAndBlocks.kind }).from(mutesAndBlocks).where(isPair(pair))
  const has = (kind: Kind) => rows.some((row) => row.kind === kind)
  return { muted: has('mute'), blocked: has('block') }
}

/** Latest first. */
async function findPeople(
  db: Db,
  userId: number,
  kind: Kind,
  { cursor, limit = 50 }: { cursor?: string; limit?: number },
) {
  const after = decodeCursor(cursor, ['instant', 'integer'])
  const rows = await db
    .select({
      id: users.id,
      username: sql<string>`coalesce(${users.username}, '')`,
      first_name: users.firstName,
      last_name: users.lastName,
      avatar: users.avatar,
      since: sql<string>`${mutesAndBlocks.createdAt}::text`,
    })
    .from(mutesAndBlocks)
    .innerJoin(users, eq(users.id, mutesAndBlocks.otherId))
    .where(
      and(
        eq(mutesAndBlocks.userId, userId),
        eq(mutesAndBlocks.kind, kind),
        after &&
          sql`(${mutesAndBlocks.createdAt}, ${mutesAndBlocks.otherId}) < (${after[0]}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(desc(mutesAndBlocks.createdAt), desc(mutesAndBlocks.otherId))
    .limit(limit + 1)
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.since, row.id]))
  const results: FollowedUser[] = page.map(({ id, username, avatar, ...row }) => ({
    id,
    username,
    name: displayName({ ...row, username }),
    avatar,
  }))
  return { results, next }
}

/** /api/people/: whom the viewer does not want to see or hear from. Nobody else learns it, and nothing counts it. */
export const muteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const onRequest = [signedIn, limitTo(app, limits.writesPerPerson, viewerKey)]
  // Suspended users may protect themselves.
  const config = { whileSuspended: true }
  const changes = [
    { endpoint: contract.mutePerson, kind: 'mute', change: add },
    { endpoint: contract.unmutePerson, kind: 'mute', change: remove },
    { endpoint: contract.blockPerson, kind: 'block', change: add },
    { endpoint: contract.unblockPerson, kind: 'block', change: remove },
  ] as const
  for (const { endpoint, kind, change } of changes) {
    app.route({
      ...endpoint,
      config,
      onRequest,
      handler: async (request) => {
        const userId = viewerId(request)
        const state = await change(app.db, { userId, otherId: request.params.id }, kind)
        app.sessionCache.end(userId)
        return state
      },
    })
  }

  app.route({
    ...contract.getMuteState,
    onRequest: signedIn,
    handler: (request) => findState(app.db, { userId: viewerId(request), otherId: request.params.id }),
  })

  const lists = [
    { endpoint: contract.listMuted, kind: 'mute' },
    { endpoint: contract.listBlocked, kind: 'block' },
  ] as const
  for (const { endpoint, kind } of lists) {
    app.route({
      ...endpoint,
      onRequest: signedIn,
      handler: (request) => findPeople(app.db, viewerId(request), kind, request.query),
    })
  }
}
