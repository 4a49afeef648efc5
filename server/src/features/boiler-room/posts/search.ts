import { maxCounted } from '@wtpu/contract/boiler-room/posts'
import { sql, getTableName, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts, searchWordLength } from '#db/schema/boiler-room.ts'
import { selectTrending } from '../hashtags.ts'
import type { Source } from './queries.ts'
import { normalizeForSearch } from '#search/search-text.ts'
import { cacheRead } from '#db/read-cache.ts'

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

const maxWords = 8
/** A word of this share of all posts is common. */
const commonShare = 0.005

/** Conditions on `p`: each word of the query starts a word of the text, a hashtag or the author's name. */
export async function matching(db: Db, q: string | undefined): Promise<SQL[]> {
  if (!q?.trim()) return []
  const words = normalizeForSearch(q)
    .split(' ')
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => Array.from(word).slice(0, searchWordLength).join(''))
  // A query of punctuation only matches nothing.
  if (words.length === 0) return [sql`false`]
  const isCommon = words.length > 1 ? await findCommonWords(db) : () => false
  const rare = words.filter((word) => !isCommon(word))
  // The index would read all posts with a common word. The few with the other words are filtered faster.
  const [indexed, filtered] = rare.length > 0 ? [rare, words.filter(isCommon)] : [words, []]
  return [startsOf(indexed), ...filtered.map((word) => sql`p.search_text like ${`% ${word}%`}`)]
}

/** The words are letters and digits, so they need no escapes. */
function startsOf(words: string[]): SQL {
  return sql`p.search_words @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`
}

type Words = (start: string) => boolean

/** Whether words with this start are common, from PostgreSQL's statistics. They decide the plan only, so they may be old. */
const findCommonWords = cacheRead(60_000, readCommonWords)

async function readCommonWords(db: Db): Promise<Words> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from pg_stats
    cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where tablename = ${getTableName(posts)} and attname = 'search_words' and schemaname = current_schema()
      and word is not null and share >= ${commonShare}`)
  return (start) => rows.some(({ word }) => word.startsWith(start))
}
