import type { SearchAuthor } from '@wtpu/contract/site/search'
import { displayName } from '@wtpu/contract/accounts/names'
import { sql, type SQL } from 'drizzle-orm'
import type { Term, ResolvedTerm } from '#search/terms.ts'

/** What to search for, and which of the ranked matches to read. */
export interface Search {
  /** The query as it was typed, for exact matches of titles and names. */
  typed: string
  terms: Term[][]
  resolved: ResolvedTerm[][]
  /** The `tsquery` of `resolved`. */
  query: string
  from: number
  limit: number
}

export interface Group<Match> {
  results: Match[]
  /** The number of ranked matches on all pages. */
  found: number
}

/** The columns that every query of a group selects besides those of its matches. */
export interface Found extends Record<string, unknown> {
  found: number
}

export const foundCount = sql`(select count(*)::int from ranked)`

/**
 * The CTEs `ranked` and `page`. `matches` selects `id`, `tier`, `rank` and `weight` of a bounded number of rows. Ranks are
 * rounded, so that popularity or age decides between texts that match about equally.
 */
export function rankPage(matches: SQL, { from, limit }: Search): SQL {
  return sql`ranked as materialized (
      select m.id, row_number() over (
        order by m.tier desc, round(m.rank::float8 * 20) desc, m.weight desc, m.id desc) as place
      from (${matches}) m),
    page as materialized (select id, place from ranked where place > ${from}::int and place <= ${from + limit}::int)`
}

/** Tiers: 3 the whole title, 2 its start, 1 words of the title, 0 other words. */
export function titleTier(title: SQL, words: SQL, { typed, query }: Search): SQL {
  return sql`case when lower(${title}) = lower(${typed}) then 3
    when starts_with(lower(${title}), lower(${typed})) then 2
    when ts_filter(${words}, '{a}') @@ ${query}::tsquery then 1 else 0 end`
}

export function toGroup<Row extends Found, Match>(rows: Row[], toMatch: (row: Row) => Match): Group<Match> {
  return { results: rows.map(toMatch), found: rows[0]?.found ?? 0 }
}

export interface AuthorRow {
  author_id: number
  first_name: string
  last_name: string
  username: string | null
  avatar: string | null
}

/** Of `u`. */
export const authorColumns = sql`u.id as author_id, u.first_name, u.last_name, u.username, u.avatar`

export function toAuthor(row: AuthorRow): SearchAuthor {
  return { id: row.author_id, name: displayName(row), avatar: row.avatar }
}
