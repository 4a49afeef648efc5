import type { OfficialMatch } from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { maxRanked } from '#search/matching-rows.ts'
import { normalizeForSearch } from '#search/search-text.ts'
import { fuzzyWordsOf, markName, nameWordsOf } from './names.ts'
import { type Found, foundCount, type Group, rankPage, type Search, toGroup } from './ranked.ts'

interface Row extends Omit<OfficialMatch, 'name'>, Found {
  name: string
}

/** Officials in office, by name, office, party and state. If none matches, those with similar names. */
export async function searchOfficials(db: Db, search: Search): Promise<Group<OfficialMatch>> {
  const words = nameWordsOf(search)
  if (words.length === 0) return { results: [], found: 0 }
  const exact = await findOfficials(db, search, selectExact(search))
  const fuzzy = fuzzyWordsOf(search)
  if (exact.found > 0 || !fuzzy) return exact
  return findOfficials(db, search, selectSimilar([...fuzzy.similar, ...fuzzy.exact]))
}

async function findOfficials(db: Db, search: Search, matches: SQL): Promise<Group<OfficialMatch>> {
  const { rows } = await db.execute<Row>(sql`
    with ${rankPage(matches, search)}
    select ${foundCount} as found, o.id, o.name, o.party, o.office, o.state, o.profile_image as image
    from page join ${politicians} o on o.id = page.id order by page.place`)
  return toGroup(rows, ({ id, name, party, office, state, image }) => ({
    id,
    name: markName(name, search),
    party,
    office,
    state,
    image,
  }))
}

const isInOffice = sql`o.retired_at is null`
const ratings = sql`o.good_job_count + o.bad_job_count as weight`

/** Each word starts a word of the searchable text. Tiers: 3 the whole name, 2 its start or the last name, 1 any other words. */
function selectExact(search: Search): SQL {
  const typed = normalizeForSearch(search.typed)
  const alternatives = nameWordsOf(search).map(({ words, excluded }) => {
    const conditions = [
      ...words.map((word) => sql`o.search_text like ${`% ${word}%`}`),
      ...excluded.map((word) => sql`o.search_text not like ${`% ${word} %`}`),
    ]
    return sql`(${sql.join(conditions, sql` and `)})`
  })
  return sql`select o.id, case when starts_with(o.search_text, ${` ${typed} `}) then 3
      when starts_with(o.search_text, ${` ${typed}`}) or starts_with(o.sort_name, ${typed}) then 2 else 1 end as tier,
      0 as rank, ${ratings}
    from ${politicians} o where ${isInOffice} and (${sql.join(alternatives, sql` or `)}) limit ${maxRanked}`
}

/** Each word is similar to a word of the name: "shumer" finds Schumer. */
function selectSimilar(words: string[]): SQL {
  const areSimilar = sql.join(
    words.map((word) => sql`${word} <<% o.sort_name`),
    sql` and `,
  )
  const similarity = sql.join(
    words.map((word) => sql`strict_word_similarity(${word}, o.sort_name)`),
    sql` + `,
  )
  return sql`select o.id, 0 as tier, (${similarity}) / ${words.length}::int as rank, ${ratings}
    from ${politicians} o where ${isInOffice} and ${areSimilar} limit ${maxRanked}`
}
