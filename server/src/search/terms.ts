import { normalizeForSearch } from './search-text.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWords } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { parsableText } from '#db/schema/columns.ts'
import { byTable, readWordCounts, type Counts, type CountWord } from './word-counts.ts'

const maxTerms = 10

/** A word or a quoted phrase of a query. */
export interface Term {
  text: string
  /** The text as one word without accents, unless it is a phrase or has several words, such as "tax-free". */
  word: string | undefined
  isExcluded: boolean
  /** The last word, which the person may still be typing. It also matches as the start of a word. */
  isUnfinished: boolean
}

/**
 * Reads a query as `websearch_to_tsquery` does: all words must match, "quotes" hold a phrase, a minus excludes a word, and `or`
 * separates alternatives. Any text is a valid query. Without letters and digits, it has no terms.
 */
export function parseQuery(q: string): Term[][] {
  const alternatives: Term[][] = [[]]
  let count = 0
  for (const { groups, index, 0: token } of q.matchAll(/(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu)) {
    if (groups?.['word']?.toLowerCase() === 'or' && !groups['minus']) {
      alternatives.push([])
      continue
    }
    const isPhrase = groups?.['phrase'] !== undefined
    const text = (groups?.['phrase'] ?? groups?.['word'] ?? '').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    if (text === '' || count === maxTerms) continue
    count += 1
    const normalized = normalizeForSearch(text)
    const isExcluded = groups?.['minus'] === '-'
    alternatives.at(-1)?.push({
      text,
      word: isPhrase || normalized.includes(' ') ? undefined : normalized,
      isExcluded,
      isUnfinished: !isPhrase && !isExcluded && index + token.length === q.length && token.endsWith(text),
    })
  }
  return alternatives.filter((terms) => terms.length > 0)
}

/** Titles that complete an unfinished word. Stems hide some of them from a plain prefix: "educ" does not start with "educati". */
const maxCompletions = 10
const minCompletedLength = 3

/** A term as PostgreSQL searches it. */
export interface ResolvedTerm {
  term: Term
  /** A `tsquery`, never empty. */
  query: string
  /** About how many rows match. */
  counts: Counts
  /** The category with this name. Its discussions match the term too. */
  categoryId: number | null
  /** Whether a title has this word, or a word that starts with it. */
  isKnown: boolean
}

interface Row extends Record<string, unknown> {
  query: string
  completions: string[]
  category_id: number | null
  is_known: boolean
}

/** Stems the terms, and looks them up in titles and categories. Stop words such as "the" are left out. */
export async function resolveTerms(db: Db, alternatives: Term[][]): Promise<ResolvedTerm[][]> {
  const terms = alternatives.flat()
  if (terms.length === 0) return []
  const [{ rows }, countWord] = await Promise.all([db.execute<Row>(selectTerms(terms)), readWordCounts(db)])
  const resolved = new Map(terms.map((term, index) => [term, resolveTerm(term, rows[index], countWord)] as const))
  const found = alternatives.map((alternative) => alternative.flatMap((term) => resolved.get(term) ?? []))
  return found.filter((match) => match.length > 0)
}

function selectTerms(terms: Term[]) {
  const wanted = JSON.stringify(
    terms.map(({ text, word, isUnfinished }, n) => ({
      n,
      text,
      word: word ?? null,
      category: (word ?? text.toLowerCase()).replace(/^defens/, 'defenc'),
      completed: isUnfinished && word !== undefined && word.length >= minCompletedLength,
    })),
  )
  // The operators compare byte by byte, as the index `title_words_start` does, whatever the database's collation.
  const startsWith = sql`w.word ~>=~ term.word and w.word ~<~ (term.word || chr(1114111))`
  return sql`
    select phraseto_tsquery('english', ${sql.raw(parsableText('term.text'))})::text as query,
      case when term.completed then tsvector_to_array(to_tsvector('english', (select string_agg(word, ' ') from (
        select w.word from ${titleWords} w where ${startsWith} limit ${maxCompletions}) words)))
        end as completions,
      (select c.id from ${categories} c where lower(c.name) = term.category
        or (term.completed and starts_with(lower(c.name), term.category)) order by c.id limit 1) as category_id,
      term.word is null or exists (select 1 from ${titleWords} w where ${startsWith}) as is_known
    from json_to_recordset(${wanted}::json) as term (text text, word text, category text, completed boolean, n int)
    order by term.n`
}

function resolveTerm(term: Term, row: Row | undefined, countWord: CountWord): ResolvedTerm | undefined {
  if (!row) return undefined
  const isStopWord = row.query === ''
  const start = term.isUnfinished && /^[\p{L}\p{N}]+$/u.test(term.text) ? [`'${term.text.toLowerCase()}':*`] : []
  const completions = (row.completions ?? []).map((lexeme) => `'${lexeme.replaceAll("'", "''")}'`)
  const parts = [...new Set([...(isStopWord ? [] : [withSpellings(row.query)]), ...start, ...completions])]
  // "of the": a stop word is only searched as the start of a longer word.
  if (parts.length === 0) return undefined
  return {
    term,
    query: parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`,
    counts: countParts(parts, countWord),
    categoryId: row.category_id,
    isKnown: row.is_known,
  }
}

/** The specification spells "Defence"; Americans write "Defense". */
function withSpellings(query: string): string {
  return query.replaceAll(/'defen[cs]'/g, "('defens' | 'defenc')")
}

/** Alternatives add up. Of a phrase, the index looks up the rarest word. */
function countParts(parts: string[], countWord: CountWord): Counts {
  const counted = parts.map((part) => ({
    of: part.includes('<') ? Math.min : Math.max,
    counts: [...part.matchAll(/'((?:[^']|'')+)'(:\*)?/g)].map(([, lexeme = '', prefix]) =>
      countWord(lexeme.replaceAll("''", "'"), prefix !== undefined),
    ),
  }))
  return byTable((table) =>
    counted.reduce((sum, { of, counts }) => sum + of(...counts.map((count) => count[table])), 0),
  )
}
