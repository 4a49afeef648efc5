import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { readQuery } from './query.ts'

/** Rows of a search that are ranked. */
export const maxRanked = 300
/** Up to this estimated number, all matching rows are read. */
const maxByIndex = 5_000
/** The rows that are searched for more common words. */
const maxWalked = 2_000
/** Words of a query whose number of rows is estimated. */
const maxEstimated = 10

/**
 * The similarity from which a word matches a word of a name. PostgreSQL's default of 0.5 misses a wrong letter in the middle
 * of a name.
 */
export const minSimilarity = 0.4

/**
 * Conditions on rows of `alias`, for lists with an order of their own: they match what was typed, unless it is stop words
 * only.
 */
export async function matchesTyped(db: Db, alias: string, q: string | undefined): Promise<SQL[]> {
  if (!q?.trim()) return []
  const { text, nameWords } = await readQuery(db, q)
  if (text !== '') return [sql`${sql.raw(alias)}.search @@ ${text}::tsquery`]
  return nameWords.length > 0 ? [] : [sql`false`]
}

interface Searched {
  table: SQL
  /** The alias of the table in the conditions. */
  alias: string
  /** The `tsquery` that the column `search` matches. */
  query: string
  /** The rows among which to search, with the alias. By default the table. */
  from?: SQL
  where: SQL
  /** A condition that is checked only for rows that match. */
  more?: SQL
  /** The order in which the first matches are taken. An index must have the same order. */
  order: SQL
}

/**
 * A query of the ids of matching rows, whose work is bounded: rare words are looked up by index, and common ones are looked for
 * in the first rows of the order.
 */
export async function selectMatching(db: Db, searched: Searched): Promise<SQL> {
  const { table, query, where, order, more = sql`true` } = searched
  const alias = sql.raw(searched.alias)
  const from = searched.from ?? sql`${table} ${alias}`
  const matches = (words: string) => sql`${alias}.search @@ ${words}::tsquery`
  const rarest = await findRarest(db, table, query)
  // Without OFFSET and LIMIT of the inner queries, PostgreSQL would choose its own plan.
  const rows =
    rarest.count > maxByIndex
      ? sql`select ${alias}.* from ${from} where ${where} order by ${order} limit ${maxWalked}`
      : sql`select ${alias}.* from ${from} where ${where} and ${matches(rarest.word)} offset 0`
  return sql`select ${alias}.id from (
      select * from (${rows}) ${alias} where ${matches(query)} order by ${order} offset 0) ${alias}
    where ${more} limit ${maxRanked}`
}

/** The word that the fewest rows have, by PostgreSQL's own estimates. */
async function findRarest(db: Db, table: SQL, query: string): Promise<{ word: string; count: number }> {
  let rarest = { word: query, count: Infinity }
  for (const word of wordsOf(query).slice(0, maxEstimated)) {
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      sql`explain (format json) select from ${table} where search @@ ${word}::tsquery`,
    )
    const count = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
    if (count < rarest.count) rarest = { word, count }
  }
  return rarest
}

/**
 * The parts of a `tsquery` that must all match. A start of a word gets the whole word as an alternative, because without many
 * different words PostgreSQL only guesses how common a start is.
 */
function wordsOf(query: string): string[] {
  const words = ['']
  let depth = 0
  for (const token of query.replaceAll(/('[^']+'):\*/g, '($1 | $1:*)').match(/'(?:[^']|'')*'|./g) ?? []) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0
    if (depth === 0 && token === '|') return [query]
    if (depth === 0 && token === '&') words.push('')
    else words.push((words.pop() ?? '') + token)
  }
  return words
}
