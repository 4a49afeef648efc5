import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import type { Hashtag } from '@wtpu/contract/boiler-room/hashtags'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hashtags } from '#db/schema/boiler-room.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { signedIn } from '#http/auth.ts'
import { expireHashtagUses } from '#writing/hashtag-uses.ts'
import { publishInvalidation } from '#live/publish.ts'
import { shareRoute } from '#http/cache/shared-response.ts'

const maxTrending = 20

/** Fewer people make no trend. */
const minAuthors = 3

/** The trending hashtags: those with the most authors in the last 7 days. */
export const selectTrending: SQL = sql`
  select id, name, recent_uses from ${hashtags} where recent_authors >= ${sql.raw(String(minAuthors))}
  order by recent_authors desc, recent_uses desc, id desc limit ${maxTrending}`

async function findTrendingHashtags(db: Db): Promise<Hashtag[]> {
  const { rows } = await db.execute<{ name: string; recent_uses: number }>(selectTrending)
  return rows.map((row) => ({ name: row.name, usage_count: row.recent_uses }))
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
