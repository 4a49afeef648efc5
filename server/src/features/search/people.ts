import { displayName } from '@wtpu/contract/accounts/names'
import type { PersonMatch, SnippetPart } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { isSearchable } from '#db/visibility.ts'
import { maxRanked } from '#search/matching-rows.ts'
import type { CountWord } from '#search/word-counts.ts'
import { normalizeForSearch } from '#search/search-text.ts'
import { fuzzyWordsOf, markName, type NameWords, nameWordsOf } from './names.ts'
import { type Found, foundCount, type Group, rankPage, type Search, toGroup } from './ranked.ts'

/** Names that start with up to this number of people's names are looked up by index. */
const maxIndexed = 1_000
/** Most followed people that are searched for a common name. */
const maxWalked = 4_000
/** People with a similar name that are compared. */
const maxSimilar = 1_000

interface Row extends Omit<PersonMatch, 'name' | 'username'>, Found {
  first_name: string
  last_name: string
  username: string | null
}

/** People with a confirmed address, by name and username. If none matches, those with similar names. */
export async function searchPeople(db: Db, search: Search, countWord: CountWord): Promise<Group<PersonMatch>> {
  const words = nameWordsOf(search)
  if (words.length === 0) return { results: [], found: 0 }
  const exact = await findPeople(db, search, selectExact(search, words, countWord))
  const fuzzy = fuzzyWordsOf(search)
  if (exact.found > 0 || !fuzzy) return exact
  return findPeople(db, search, selectSimilar(fuzzy))
}

async function findPeople(db: Db, search: Search, matches: SQL): Promise<Group<PersonMatch>> {
  const { rows } = await db.execute<Row>(sql`
    with ${rankPage(matches, search)}
    select ${foundCount} as found, u.id, u.first_name, u.last_name, u.username, u.avatar, u.state, u.verified,
      u.followers_count
    from page cross join lateral (select * from ${users} where id = page.id offset 0) u
    order by page.place`)
  return toGroup(rows, ({ id, avatar, state, verified, followers_count, username, ...names }) => ({
    id,
    name: markName(displayName({ ...names, username }), search),
    username: markUsername(username ?? '', search),
    avatar,
    state,
    verified,
    followers_count,
  }))
}

const columns = sql.raw('u.id, u.search_name, lower(u.username) as username, u.followers_count')

const typedUsername = ({ typed }: Search) => typed.replace(/^@/, '').toLowerCase()

/** Tiers: 3 the whole name or username, 2 its start, 1 starts of any words of the name. */
function selectExact(search: Search, words: NameWords[], countWord: CountWord): SQL {
  const name = normalizeForSearch(search.typed)
  const username = typedUsername(search)
  const starts = [selectStarts(sql`u.search_name`, name), selectStarts(sql`lower(u.username)`, username)]
  const all = sql.join([...starts, sql`(${selectWords(words, countWord)})`], sql` union all `)
  return sql`select u.id, case when u.search_name = ${name} or u.username = ${username} then 3
      when starts_with(u.search_name, ${name}) or starts_with(u.username, ${username}) then 2 else 1 end as tier,
      0 as rank, u.followers_count as weight
    from (select distinct on (id) * from (${all}) found) u`
}

/** The operators compare byte by byte, as the indexes do, whatever the database's collation. The order keeps PostgreSQL to them. */
function selectStarts(column: SQL, text: string): SQL {
  const isStart = text === '' ? sql`false` : sql`${column} ~>=~ ${text} and ${column} ~<~ (${text} || chr(1114111))`
  return sql`(select ${columns} from ${users} u where ${isSearchable('u')} and ${isStart}
    order by ${column} using ~<~ limit ${maxRanked})`
}

/** People whose names have all words: by index if a word is rare, else among the most followed. */
function selectWords(words: NameWords[], countWord: CountWord): SQL {
  const all = nameQuery(words)
  const rare = words.map((one) => one.words.filter((word) => countWord(word, true).users <= maxIndexed))
  const isMatch = sql`u.search_words @@ ${all}::tsquery`
  if (rare.some((one) => one.length === 0)) {
    return sql`select ${columns} from (select * from ${users} order by followers_count desc, id desc limit ${maxWalked}) u
      where ${isSearchable('u')} and ${isMatch} limit ${maxRanked}`
  }
  const indexed = nameQuery(rare.map((one) => ({ words: one, excluded: [] })))
  return sql`select ${columns} from (
      select * from ${users} u where ${isSearchable('u')} and u.search_words @@ ${indexed}::tsquery offset 0) u
    where ${isMatch} order by u.followers_count desc limit ${maxRanked}`
}

/** The words are letters and digits, so they need no escapes. */
function nameQuery(alternatives: NameWords[]): string {
  return alternatives
    .map(({ words, excluded }) => [...words.map((word) => `'${word}':*`), ...excluded.map((word) => `!'${word}'`)])
    .map((parts) => `(${parts.join(' & ')})`)
    .join(' | ')
}

function selectSimilar({ similar, exact }: { similar: string[]; exact: string[] }): SQL {
  const conditions = [
    ...similar.map((word) => sql`${word} <<% u.search_name`),
    ...exact.map((word) => sql`u.search_words @@ ${`'${word}':*`}::tsquery`),
  ]
  const similarity = sql.join(
    similar.map((word) => sql`strict_word_similarity(${word}, u.search_name)`),
    sql` + `,
  )
  return sql`select u.id, 0 as tier, (${similarity}) / ${similar.length}::int as rank, u.followers_count as weight
    from (select * from ${users} u where ${isSearchable('u')} and ${sql.join(conditions, sql` and `)} limit ${maxSimilar}) u`
}

function markUsername(username: string, search: Search): SnippetPart[] {
  const typed = typedUsername(search)
  const parts =
    typed !== '' && username.toLowerCase().startsWith(typed)
      ? [
          { text: username.slice(0, typed.length), match: true },
          { text: username.slice(typed.length), match: false },
        ]
      : [{ text: username, match: false }]
  return parts.filter(({ text }) => text !== '')
}
