import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockFollowsOf, lockPeople } from '#db/people.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { signedIn, viewerId, viewerKey } from '#http/auth.ts'
import { listPeople } from './people-list.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { publish } from '#live/publish.ts'
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

function findPeople(db: Db, userId: number, kind: Kind, { cursor, limit = 50 }: { cursor?: string; limit?: number }) {
  const where = and(eq(mutesAndBlocks.userId, userId), eq(mutesAndBlocks.kind, kind))
  const { otherId: user, createdAt: since } = mutesAndBlocks
  return listPeople(db, { table: mutesAndBlocks, user, since, where }, { cursor, limit })
}

/** /api/people/: whom the viewer does not want to see or hear from. Nobody else learns it, and nothing counts it. */
export const muteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const onRequest = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]
  // Suspended users may protect themselves.
  const config = { whileSuspended: true }
  const changes = [
    { endpoint: contract.muteUser, kind: 'mute', change: add },
    { endpoint: contract.unmuteUser, kind: 'mute', change: remove },
    { endpoint: contract.blockUser, kind: 'block', change: add },
    { endpoint: contract.unblockUser, kind: 'block', change: remove },
  ] as const
  for (const { endpoint, kind, change } of changes) {
    app.route({
      ...endpoint,
      config,
      onRequest,
      handler: async (request) => {
        const userId = viewerId(request)
        const state = await change(app.db, { userId, otherId: request.params.id }, kind)
        publish(app.db, { kind: 'blocks', userId })
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
