import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts, searchWordLength } from '#db/schema/boiler-room.ts'
import { normalizeForSearch } from '#search/search-text.ts'
import { cacheRead } from '#db/read-cache.ts'

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
