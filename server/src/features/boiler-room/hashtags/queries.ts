import type { Hashtag } from '@wtpu/contract/boiler-room/hashtags'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hashtags } from '#db/schema/boiler-room.ts'

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

export async function findTrendingHashtags(db: Db): Promise<Hashtag[]> {
  const { rows } = await db.execute<{ name: string; recent_uses: number; use_count: number }>(selectTrending)
  return rows.map((row) => ({
    name: row.name,
    usage_count: row.recent_uses > 0 ? row.recent_uses : row.use_count,
  }))
}
