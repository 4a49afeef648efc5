import { sql, type SQL } from 'drizzle-orm'
import type { ResolvedTerm } from './terms.ts'
import type { Counts } from './word-counts.ts'

/** Up to this estimated number, all matches are read, by index. Words with more are looked for in the first rows only. */
const maxIndexed = 1_000
/** Matching rows of a table that are ranked. */
export const maxRanked = 300

/** Whether a word is searched, not only excluded. */
export const hasWords = (terms: ResolvedTerm[]) => terms.some(({ term }) => !term.isExcluded)

/** The `tsquery` of all alternatives. */
export function textQuery(alternatives: ResolvedTerm[][]): string {
  return alternatives
    .map((terms) => `(${terms.map(({ term, query }) => `${term.isExcluded ? '!' : ''}(${query})`).join(' & ')})`)
    .join(' | ')
}

/** The part of the query that the index can look up: the rare words. Undefined if an alternative has none. */
export function indexedQuery(alternatives: ResolvedTerm[][], table: keyof Counts): string | undefined {
  const rare = alternatives.map((terms) =>
    terms.filter(({ term, counts }) => !term.isExcluded && counts[table] <= maxIndexed),
  )
  return rare.length > 0 && rare.every((terms) => terms.length > 0) ? textQuery(rare) : undefined
}

export interface Source {
  text: string | undefined
  indexed: string | undefined
  /** The alias of the rows. */
  row: SQL
  /** All rows that match a `tsquery`. */
  byIndex: (isFound: SQL) => SQL
  /** A bounded number of rows. */
  walk: SQL
  order: SQL
  /** Another condition on the rows. */
  more?: SQL
}

/** The first matching rows: by index, or among the rows of the walk. The inner queries keep PostgreSQL to this choice. */
export function matchingRows({ text, indexed, row, byIndex, walk, order, more = sql`` }: Source): SQL {
  if (text === undefined) return sql`select * from (${walk}) ${row} limit ${maxRanked}`
  const isMatch = sql`${row}.search @@ ${text}::tsquery ${more}`
  if (indexed === undefined) return sql`select * from (${walk}) ${row} where ${isMatch} limit ${maxRanked}`
  return sql`select * from (${byIndex(sql`${indexed}::tsquery`)} offset 0) ${row}
    where ${isMatch} order by ${order} limit ${maxRanked}`
}
