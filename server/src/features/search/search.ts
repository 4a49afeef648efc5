import {
  isOpenKind,
  matchesPerGroup,
  maxCountedMatches,
  publicSearchKinds,
  searchKinds,
  type SearchKind,
  type SearchResponse,
} from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isNotMuted } from '#db/visibility.ts'
import { decodeOffset, encodeOffset } from '#http/cursor.ts'
import { maxRanked, minSimilarity, selectMatching, wordsOf } from '#search/matches.ts'
import { correctQuery, type Query, readQuery } from '#search/query.ts'
import { type Kind, kinds } from './kinds.ts'

const pageSize = 20
/** Milliseconds for one statement of a search. */
const statementTimeout = 1_000

export interface SearchRequest {
  q?: string
  kind?: SearchKind
  cursor?: string
  isMember: boolean
  /** See `isNotMuted`. */
  muterId: number
}

interface Page {
  from: number
  limit: number
  muterId: number
}

/** Corrects unknown words only if the query as it was typed finds nothing. */
export async function searchSite(
  db: Db,
  { q = '', kind, cursor, isMember, muterId }: SearchRequest,
): Promise<SearchResponse> {
  const all: readonly SearchKind[] = kind ? [kind] : isMember ? searchKinds : publicSearchKinds
  const names = all.filter(isOpenKind)
  const from = decodeOffset(kind && cursor)
  const page = { from, limit: kind ? pageSize : matchesPerGroup, muterId }
  const query = await readQuery(db, q)
  const found = await findGroups(db, names, query, page)
  if (isFound(found)) return found
  const corrected = await correctQuery(db, query)
  if (corrected === undefined) return found
  const similar = await findGroups(db, names, await readQuery(db, corrected), page)
  return isFound(similar) ? { ...similar, corrected } : found
}

type Groups = Pick<SearchResponse, SearchKind>

const isFound = (groups: Groups) => Object.values(groups).some((group) => (group?.count ?? 0) > 0)

/** One group after the other on one connection, so that a search does not occupy the pool. */
async function findGroups(db: Db, names: readonly SearchKind[], query: Query, page: Page): Promise<Groups> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(statementTimeout)}, true),
        set_config('pg_trgm.strict_word_similarity_threshold', ${String(minSimilarity)}, true)`)
      const find = <Row extends object, Match>(name: SearchKind, kind: Kind<Row, Match>) =>
        names.includes(name)
          ? findGroup(tx, withoutMuted(kind, page.muterId), query, page, names.length === 1)
          : undefined
      return {
        officials: await find('officials', kinds.officials),
        polls: await find('polls', kinds.polls),
        discussions: await find('discussions', kinds.discussions),
        posts: await find('posts', kinds.posts),
        comments: await find('comments', kinds.comments),
        people: await find('people', kinds.people),
      }
    },
    { accessMode: 'read only' },
  )
}

function withoutMuted<Row extends object, Match>(kind: Kind<Row, Match>, muterId: number): Kind<Row, Match> {
  return kind.author ? { ...kind, where: sql`${kind.where} and ${isNotMuted(muterId, kind.author)}` } : kind
}

async function findGroup<Row extends object, Match>(
  tx: Db,
  kind: Kind<Row, Match>,
  query: Query,
  page: Page,
  isPaged: boolean,
) {
  const found = (await findExact(tx, kind, query, page)) ?? (await findSimilar(tx, kind, query, page)) ?? []
  const all = found[0]?.found ?? 0
  return {
    results: found.map((row) => kind.toMatch(row, query)),
    count: Math.min(all, maxCountedMatches),
    next: isPaged ? encodeOffset(page.from + page.limit, Math.min(all, maxRanked)) : null,
  }
}

/** Undefined if nothing matches, or if there are no words to look for. */
async function findExact<Row extends object, Match>(tx: Db, kind: Kind<Row, Match>, query: Query, page: Page) {
  const words = kind.isNames ? query.names : query.text
  if (words === '' || !(kind.isNames ? query.nameWords.length > 0 : query.hasWords)) return undefined
  const matching = await selectMatching(tx, { ...kind, query: words })
  const ids = kind.further ? sql`(${matching}) union (${kind.further(query)})` : matching
  const rank = sql`ts_rank(${wordsOf(kind.alias, kind.named)}, ${words}::tsquery, 32)`
  return readPage(tx, kind, { query, page, ids, rank })
}

/** "shumer" finds Schumer: each word is similar to a word of the name. Not for known words, which other names resemble. */
async function findSimilar<Row extends object, Match>(tx: Db, kind: Kind<Row, Match>, query: Query, page: Page) {
  const { similarTo } = kind
  const { names, nameWords } = query
  if (!similarTo || nameWords.length === 0 || query.unknown.length === 0 || /[!|]/.test(names)) return undefined
  const alias = sql.raw(kind.alias)
  const each = (part: (word: string) => SQL, operator: SQL) => sql.join(nameWords.map(part), operator)
  const isSimilar = (word: string) => sql`(${alias}.search @@ ${`'${word}':*`}::tsquery or ${word} <<% ${similarTo})`
  const ids = sql`select ${alias}.id from ${kind.table} ${alias}
    where ${kind.where} and ${each(isSimilar, sql` and `)} limit ${maxRanked}`
  const rank = sql`${each((word) => sql`strict_word_similarity(${word}, ${similarTo})`, sql` + `)}`
  return readPage(tx, kind, { query, page, ids, rank })
}

/**
 * A page of the rows with these ids. Ranks are rounded, so that popularity or age decides between rows that match about
 * equally. Each row is looked up by its key: a hash join would read the whole table.
 */
async function readPage<Row extends object, Match>(
  tx: Db,
  kind: Kind<Row, Match>,
  { query, page, ids, rank }: { query: Query; page: Page; ids: SQL; rank: SQL },
): Promise<(Row & { found: number })[] | undefined> {
  const alias = sql.raw(kind.alias)
  const row = sql`(select * from ${kind.table} where id = page.id offset 0) ${alias}`
  const { rows } = await tx.execute(sql`
    with ranked as materialized (
      select ${alias}.id, row_number() over (
        order by ${kind.tier(query)} desc, round((${rank})::float8 * 20) desc, ${kind.weight} desc, ${alias}.id desc) as position
      from (${ids}) page cross join lateral ${row}),
    page as materialized (
      select id, position from ranked where position > ${page.from}::int and position <= ${page.from + page.limit}::int)
    select (select count(*)::int from ranked) as found, ${kind.columns(query)}
    from page cross join lateral ${row} ${kind.joins ?? sql``}
    order by page.position`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of a kind are those of its rows
  return rows.length > 0 ? (rows as unknown as (Row & { found: number })[]) : undefined
}
