import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { cacheRead } from '#db/read-cache.ts'

/** The columns that hold the words of a text, stemmed, or of a name. */
const columns = { polls: 'search', discussions: 'search', posts: 'search', comments: 'search', users: 'search_words' }

/** The estimated number of rows with a lexeme, or with lexemes that start with it. */
export type Counts = Record<keyof typeof columns, number>
export type CountWord = (lexeme: string, isPrefix: boolean) => Counts

/** PostgreSQL's statistics of the common words. They decide the plan only, so they may be old. */
export const readWordCounts = cacheRead(60_000, readCounts)

async function readCounts(db: Db): Promise<CountWord> {
  const { rows } = await db.execute<{ table: keyof Counts; word: string; count: number }>(sql`
    select tablename as table, word, share * (1 - null_frac) * greatest(reltuples, 0) as count
    from pg_stats
    join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
    cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where ${sql.param(JSON.stringify(columns))}::jsonb ->> tablename = attname and schemaname = current_schema()
      and word is not null`)
  const words = byTable(() => new Map<string, number>())
  for (const { table, word, count } of rows) words[table].set(word, count)
  const countIn = (counted: Map<string, number>, lexeme: string, isPrefix: boolean) => {
    if (!isPrefix) return counted.get(lexeme) ?? 0
    // The statistics know only the common ones of the many words that start with one or two letters.
    if (lexeme.length < 3 && counted.size > 0) return Infinity
    let sum = 0
    for (const [word, count] of counted) if (word.startsWith(lexeme)) sum += count
    return sum
  }
  return (lexeme, isPrefix) => byTable((table) => countIn(words[table], lexeme, isPrefix))
}

/** One value for each table. */
export function byTable<Value>(valueOf: (table: keyof Counts) => Value): Record<keyof Counts, Value> {
  return {
    polls: valueOf('polls'),
    discussions: valueOf('discussions'),
    posts: valueOf('posts'),
    comments: valueOf('comments'),
    users: valueOf('users'),
  }
}
