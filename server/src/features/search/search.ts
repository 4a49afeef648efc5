import {
  matchesPerGroup,
  maxCountedMatches,
  publicSearchKinds,
  searchKinds,
  type SearchKind,
  type SearchResponse,
} from '@wtpu/contract/site/search'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { correctWords } from '#search/corrections.ts'
import { textQuery } from '#search/matching-rows.ts'
import { parseQuery, resolveTerms, type ResolvedTerm } from '#search/terms.ts'
import { type CountWord, readWordCounts } from '#search/word-counts.ts'
import { decodeCursor, encodeCursor } from '#http/cursor.ts'
import { searchComments } from './comments.ts'
import { searchDiscussions } from './discussions.ts'
import { searchOfficials } from './officials.ts'
import { searchPeople } from './people.ts'
import { searchPolls } from './polls.ts'
import { searchPosts } from './posts.ts'
import type { Group, Search } from './ranked.ts'
import { discussions, titleWords } from '#db/schema/forums.ts'
import { polls } from '#db/schema/polls.ts'
import { isVisible, isVisiblePoll } from '#db/visibility.ts'

const pageSize = 20
/** Matches of one kind, on all its pages. */
const maxFound = 300
/** Milliseconds for one statement of a search. */
const statementTimeout = 1_000
/** Of a word to a word of a name. PostgreSQL's default of 0.5 misses a wrong letter in the middle of a name. */
const minSimilarity = 0.4

export interface SearchRequest {
  q?: string
  kind?: SearchKind
  cursor?: string
  isMember: boolean
}

/** Corrects unknown words only if the query as it was typed finds nothing. */
export async function searchSite(db: Db, { q = '', kind, cursor, isMember }: SearchRequest): Promise<SearchResponse> {
  const typed = q.replace(/[\s\p{Cc}]+/gu, ' ').trimStart()
  const kinds: readonly SearchKind[] = kind ? [kind] : isMember ? searchKinds : publicSearchKinds
  const [from] = decodeCursor(kind && cursor, ['integer']) ?? [0]
  const page = { kinds, from, limit: kind ? pageSize : matchesPerGroup }
  const terms = parseQuery(typed)
  const resolved = await resolveTerms(db, terms)
  const found = await findGroups(db, { ...page, typed, terms, resolved })
  if (isFound(found)) return { ...found, suggestions: [] }
  const correction = await correctWords(db, typed, resolved)
  if (correction) {
    const { corrected, alternatives } = correction
    const similar = await findGroups(db, {
      ...page,
      typed: corrected,
      terms: alternatives,
      resolved: await resolveTerms(db, alternatives),
    })
    if (isFound(similar)) return { ...similar, corrected, suggestions: [] }
  }
  return { ...found, suggestions: await findSuggestions(db, typed.trim(), resolved, isMember) }
}

interface GroupsRequest extends Omit<Search, 'query'> {
  kinds: readonly SearchKind[]
}

type Groups = Pick<SearchResponse, SearchKind>

/** One group after the other on one connection, so that a search does not occupy the pool. */
async function findGroups(db: Db, { kinds, ...request }: GroupsRequest): Promise<Groups> {
  const search = { ...request, typed: unquoted(request.typed), query: textQuery(request.resolved) }
  const countWord = await readWordCounts(db)
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(statementTimeout)}, true),
        set_config('pg_trgm.strict_word_similarity_threshold', ${String(minSimilarity)}, true)`)
      return readGroups(tx, kinds, search, countWord)
    },
    { accessMode: 'read only' },
  )
}

async function readGroups(tx: Db, kinds: readonly SearchKind[], search: Search, countWord: CountWord): Promise<Groups> {
  // Punctuation and stop words only: there are no words to look for in texts.
  const hasText = search.query !== ''
  const read = async <Match>(kind: SearchKind, isSearched: boolean, find: () => Promise<Group<Match>>) =>
    kinds.includes(kind) ? toPage(isSearched ? await find() : { results: [], found: 0 }, kinds, search) : undefined
  return {
    officials: await read('officials', true, () => searchOfficials(tx, search)),
    polls: await read('polls', hasText, () => searchPolls(tx, search)),
    discussions: await read('discussions', hasText, () => searchDiscussions(tx, search)),
    posts: await read('posts', hasText, () => searchPosts(tx, search)),
    comments: await read('comments', hasText, () => searchComments(tx, search)),
    people: await read('people', true, () => searchPeople(tx, search, countWord)),
  }
}

function toPage<Match>({ results, found }: Group<Match>, kinds: readonly SearchKind[], { from, limit }: Search) {
  const hasMore = kinds.length === 1 && Math.min(found, maxFound) > from + limit
  const count = Math.min(found, maxCountedMatches)
  return { results, count, next: hasMore ? encodeCursor([from + limit]) : null }
}

/** "Tax day" in quotes is the title Tax day too. */
const unquoted = (text: string) => text.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()

const isFound = (groups: Groups) => Object.values(groups).some((group) => (group?.count ?? 0) > 0)

const maxSuggestions = 3
/** Similar words of titles that are looked at. */
const maxLookedAt = 6
const minLength = 3

/** The query with an unknown word replaced by words of public titles that look similar, but not enough for a correction. */
export async function findSuggestions(
  db: Db,
  q: string,
  resolved: ResolvedTerm[][],
  isMember: boolean,
): Promise<string[]> {
  const unknown = resolved.flat().find(({ term, isKnown }) => !isKnown && !term.isExcluded && term.word !== undefined)
  const { text, word = '' } = unknown?.term ?? {}
  if (text === undefined || word.length < minLength) return []
  const isUsed = (table: typeof polls | typeof discussions, condition: SQL) =>
    sql`exists (select 1 from ${table} one where one.search @@ plainto_tsquery('english', near.word) and ${condition})`
  const inPolls = isUsed(polls, isVisiblePoll('one'))
  const inDiscussions = isMember ? sql` or ${isUsed(discussions, isVisible('one'))}` : sql``
  // Without the check, words of removed and of scheduled content would be suggested.
  const { rows } = await db.execute<{ word: string }>(sql`
    select near.word from (select w.word, similarity(w.word, ${word}) as share from ${titleWords} w
      where w.word % ${word} order by share desc, w.word limit ${maxLookedAt}) near
    where ${inPolls} ${inDiscussions} order by near.share desc, near.word limit ${maxSuggestions}`)
  return rows.map((row) => q.replace(text, () => row.word))
}
