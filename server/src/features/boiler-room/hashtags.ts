import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import type { Hashtag } from '@wtpu/contract/boiler-room/hashtags'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hashtags } from '#db/schema/boiler-room.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { signedIn } from '#http/auth.ts'
import { cachedResponse, shareResponse } from '#http/cache/shared-response.ts'
import { expireHashtagUses } from '#community/hashtag-uses.ts'
import { repeat } from '#db/repeat.ts'

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
  app.route({
    ...postHashtags.listTrendingHashtags,
    onRequest: [signedIn, cachedResponse],
    handler: (request, reply) =>
      shareResponse(postHashtags.listTrendingHashtags, maxAgeSeconds, request, reply, () =>
        findTrendingHashtags(app.db),
      ),
  })
}

const batchSize = 500
const expireEvery = 60_000
const busyPause = 100

/**
 * Uncounts uses of hashtags once they are no longer recent, a batch at a time. Several servers share the work. `onExpired`
 * runs after uses were uncounted, so that browsers refetch the trending topics.
 */
export function startHashtagClock(db: Db, onExpired: () => void): { close(): Promise<void> } {
  return repeat(async () => {
    try {
      const { due, expired } = await expireHashtagUses(db, batchSize)
      if (expired > 0) onExpired()
      return due === batchSize ? busyPause : expireEvery
    } catch {
      // The database is unavailable.
      return expireEvery
    }
  })
}
