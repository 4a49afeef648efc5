import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import type { Hashtag } from '@wtpu/contract/boiler-room/hashtags'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hashtags } from '#db/schema/boiler-room.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { signedIn } from '#http/auth.ts'
import { expireHashtagUses } from '#community/hashtag-uses.ts'
import { publishInvalidation } from '#live/invalidations.ts'
import { shareRoute } from '#http/cache/shared-response.ts'

const maxTrending = 20

/**
 * Query of the trending hashtags: most authors in the last 7 days, filled up with the most used ones. Reads at
 * most 60 rows through two indexes.
 */
export const selectTrending: SQL = sql`
  select * from (
    (select id, name, recent_authors, recent_uses, use_count from ${hashtags} where recent_authors > 0
      order by recent_authors desc, recent_uses desc, id desc limit ${maxTrending})
    union
    (select id, name, recent_authors, recent_uses, use_count from ${hashtags} where use_count > 0
      order by use_count desc, id desc limit ${2 * maxTrending})
  ) candidates
  order by recent_authors desc, case when recent_authors > 0 then recent_uses else use_count end desc, id desc
  limit ${maxTrending}`

async function findTrendingHashtags(db: Db): Promise<Hashtag[]> {
  const { rows } = await db.execute<{ name: string; recent_uses: number; use_count: number }>(selectTrending)
  return rows.map((row) => ({
    name: row.name,
    usage_count: row.recent_uses > 0 ? row.recent_uses : row.use_count,
  }))
}

const maxAgeSeconds = 30

export const hashtagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  shareRoute(app, postHashtags.listTrendingHashtags, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    read: (db) => findTrendingHashtags(db),
  })
}

const batchSize = 500

/** Uncounts a batch of uses of hashtags that are no longer recent. Returns true if more are waiting. */
export async function expireTrendingHashtags(db: Db): Promise<boolean> {
  const { due, expired } = await expireHashtagUses(db, batchSize)
  if (expired > 0) publishInvalidation(db, '/api/boilerroom/trending-hashtags/')
  return due === batchSize
}
