import { maxCounted } from '@wtpu/contract/boiler-room/posts'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { selectTrending } from '../hashtags/queries.ts'
import type { Source } from './queries.ts'

/** The ids of matching posts, newest first. Stops at `maxCounted`: to count a common word would take a scan of all posts. */
export async function findMatches(db: Db, { from, id, where }: Source): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with trending as materialized (${selectTrending})
    select p.id from ${from} where ${where} order by ${id} desc limit ${maxCounted}`)
  return rows.map((row) => row.id)
}

/** Up to this number, posts are counted for each request, which takes about a millisecond. */
const countedEachTime = 5_000
const cacheMs = 60_000

const counts = new WeakMap<Db, { at: number; count: Promise<number> }>()

/** The number of posts, without those of blocked accounts taken into account. A large number may be a minute old. */
export async function countPosts(db: Db): Promise<number> {
  const cached = counts.get(db)
  if (cached && performance.now() - cached.at < cacheMs) return cached.count
  const few = await count(db, countedEachTime)
  if (few < countedEachTime) return few
  const counting = { at: performance.now(), count: count(db) }
  counts.set(db, counting)
  counting.count.catch(() => counts.delete(db))
  return counting.count
}

async function count(db: Db, atMost?: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from ${posts} where is_visible
      ${atMost === undefined ? sql`` : sql`order by id desc limit ${atMost}`}) visible`)
  return rows[0]?.count ?? 0
}
