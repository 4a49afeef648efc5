import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
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

/** Whose names find a row, too: the author of a post, or the official whom a poll is about. */
export interface Named {
  table: SQL
  /** The rows of the table whose names are in its index. */
  where: SQL
  /** The column that has the id. */
  key: SQL
  /** The weight of the name in the ranking. */
  weight: SQL
}

export const authorOfPost: Named = {
  table: sql`${users}`,
  where: sql`named.is_active`,
  key: sql.raw('user_id'),
  weight: sql`'B'`,
}
export const officialOfPoll: Named = {
  table: sql`${politicians}`,
  where: sql`true`,
  key: sql.raw('politician_id'),
  weight: sql`'C'`,
}

/** SQL of the words of a row of `alias`, with those of the name. */
export function wordsOf(alias: string, named: Named | undefined): SQL {
  const words = sql`${sql.raw(alias)}.search`
  if (!named) return words
  const { table, key, weight } = named
  return sql`(${words} || coalesce((select setweight(named.english_name, ${weight}) from ${table} named
    where named.id = ${sql.raw(alias)}.${key}), ''))`
}

/** Conditions on rows of `alias`, for lists with an order of their own: they match what was typed. Stop words alone find nothing. */
export async function matchesTyped(
  db: Db,
  { alias, q, named }: { alias: string; q: string | undefined; named?: Named },
): Promise<SQL[]> {
  if (!q?.trim()) return []
  const { text } = await readQuery(db, q)
  if (text === '') return [sql`false`]
  const matches = sql`${sql.raw(alias)}.search @@ ${text}::tsquery`
  const ids = named ? await findNamed(db, named, text) : []
  if (!named || ids.length === 0) return [matches]
  const matchesWithName = sql`${wordsOf(alias, named)} @@ ${text}::tsquery`
  const isAboutThem = sql`${sql.raw(alias)}.${named.key} = any(${sql.param(ids)}::int[])`
  // PostgreSQL knows how many rows match the first part, but not the second one.
  const either = sql`(${matches} or (${isAboutThem} and ${matchesWithName}))`
  return text.includes('!') ? [either, matchesWithName] : [either]
}

/** The ids of those whose name has any word of a query. */
async function findNamed(db: Db, { table, where }: Named, query: string): Promise<number[]> {
  const words = query.match(/'(?:[^']|'')*'(?::\*)?/g) ?? []
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${table} named where ${where} and english_name @@ ${words.join(' | ')}::tsquery`)
  return rows.map(({ id }) => id)
}

interface Searched {
  table: SQL
  /** The alias of the table in the conditions. */
  alias: string
  named?: Named
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
  const { table, query, where, order, named, more = sql`true` } = searched
  const alias = sql.raw(searched.alias)
  const from = searched.from ?? sql`${table} ${alias}`
  const matches = (words: string) => sql`${alias}.search @@ ${words}::tsquery`
  const rarest = await findRarest(db, searched)
  // Without OFFSET and LIMIT of the inner queries, PostgreSQL would choose its own plan.
  const walked = sql`select ${alias}.* from ${from} where ${where} order by ${order} limit ${maxWalked}`
  const byIndex = sql`select ${alias}.* from ${from} where ${where} and ${matches(rarest.words)} offset 0`
  const byName =
    named &&
    rarest.names !== '' &&
    sql`select ${alias}.* from (${selectNamed(named, rarest.names)} offset 0) named cross join lateral (
      select ${alias}.* from ${from} where ${where} and ${alias}.${named.key} = named.id and not ${matches(rarest.words)}
      order by ${order} limit ${maxWalked}) ${alias}`
  const found = byName ? sql`(${byIndex}) union all (${byName})` : byIndex
  return sql`select ${alias}.id from (
      select * from (${rarest.count > maxByIndex ? walked : found}) ${alias}
      where ${wordsOf(searched.alias, named)} @@ ${query}::tsquery order by ${order} offset 0) ${alias}
    where ${more} limit ${maxRanked}`
}

const selectNamed = ({ table, where }: Named, query: string) =>
  sql`select named.id from ${table} named where ${where} and named.english_name @@ ${query}::tsquery`

/** What every match has at least one part of. */
interface Rarest {
  words: string
  /** The same without excluded words, to find names. */
  names: string
  count: number
}

/** Finds the part that the fewest rows have, for each alternative of a query. */
async function findRarest(db: Db, searched: Pick<Searched, 'table' | 'named' | 'query'>): Promise<Rarest> {
  const rarest: Rarest[] = []
  let estimated = 0
  for (const parts of partsOf(searched.query)) {
    let best: Rarest = { words: parts.join('&'), names: parts.join('&'), count: Infinity }
    for (const words of parts.slice(0, Math.max(1, maxEstimated - estimated))) {
      const names = words.trimStart().startsWith('!') ? '' : words
      const count = await estimate(db, searched, words, names)
      estimated += 1
      if (count < best.count) best = { words, names, count }
    }
    rarest.push(best)
  }
  return {
    words: rarest.map(({ words }) => words).join('|'),
    names: rarest.flatMap(({ names }) => names || []).join('|'),
    count: rarest.reduce((total, { count }) => total + count, 0),
  }
}

/** PostgreSQL's estimate of the rows with these words, and the rows of those who have the names. */
async function estimate(db: Db, searched: Pick<Searched, 'table' | 'named'>, words: string, names: string) {
  const { table, named } = searched
  const withWords = await estimateRows(db, sql`select from ${table} where search @@ ${words}::tsquery`)
  if (!named || names === '' || withWords > maxByIndex) return withWords
  const people = selectNamed(named, names)
  if ((await estimateRows(db, people)) > maxByIndex) return Infinity
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (
    select from (${people} offset 0) named
    cross join lateral (select from ${table} where is_visible and ${named.key} = named.id limit ${maxByIndex + 1}) found
    limit ${maxByIndex + 1}) found`)
  return withWords + (rows[0]?.count ?? 0)
}

async function estimateRows(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/**
 * The alternatives of a `tsquery`, each with its parts that must all match. A start of a word gets the whole word as an
 * alternative, because without many different words PostgreSQL only guesses how common a start is.
 */
function partsOf(query: string): string[][] {
  const alternatives = [['']]
  let depth = 0
  for (const token of query.replaceAll(/('[^']+'):\*/g, '($1 | $1:*)').match(/'(?:[^']|'')*'|./g) ?? []) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0
    const parts = alternatives.at(-1) ?? []
    if (depth === 0 && token === '|') alternatives.push([''])
    else if (depth === 0 && token === '&') parts.push('')
    else parts.push((parts.pop() ?? '') + token)
  }
  const areWords = alternatives.every((parts) => parts.length === 1 && !parts[0]?.includes('!'))
  return alternatives.length > 1 && areWords ? [[query]] : alternatives
}
