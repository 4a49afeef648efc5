import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWords } from '#db/schema/forums.ts'
import { toPlainQuery } from '#db/schema/letters.ts'
import { normalizeForSearch } from './words.ts'

/** What a user searches for. */
export interface Query {
  /** The query as it was typed, on one line. */
  typed: string
  /** The `tsquery` of texts, stemmed as English. Empty for nothing but stop words such as "the". */
  text: string
  /** Whether `text` has words to find, not only words to exclude. */
  hasWords: boolean
  /** The `tsquery` of names: each word starts a word of the name. */
  names: string
  /** The words to find in names, normalized. */
  nameWords: string[]
  /** Words that neither are in a title nor start a word of one. */
  unknown: string[]
}

/** Without these words, "the governor of Ohio" finds officials. Others, such as "will", are names. */
const fillWords = /(?<![^\s])(a|and|for|from|in|of|the)(?![^\s])/gi

/**
 * Reads a query as people write it: all words must match, "quotes" hold a phrase, a minus excludes a word, and `or` separates
 * alternatives. The last word also matches as the start of a word, because the user may still be typing. Stop words are ignored.
 * Any text is valid.
 */
export async function readQuery(db: Db, q: string): Promise<Query> {
  const typed = q.replace(/[\s\p{Cc}]+/gu, ' ').trimStart()
  const plain = toSearchable(typed)
  const isInPhrase = plain.split('"').length % 2 === 0
  const last = isInPhrase ? '' : (/(?<![^\s])(?!or$)[\p{L}\p{N}\p{M}]+$/u.exec(plain)?.[0] ?? '')
  const [, others = '', rest = ''] = /^(?:(.*) or )?(.*)$/.exec(plain.slice(0, plain.length - last.length)) ?? []
  const nameText = plain.replace(/(?<=\S)-|[^\p{L}\p{N}\p{M}\s"-]/gu, ' ')
  const namesOnly = nameText.replace(fillWords, ' ')
  const words = correctableWords(typed)
  const { rows } = await db.execute<Pick<Query, 'text' | 'hasWords' | 'names' | 'unknown'>>(sql`
    select query::text as text, querytree(query) not in ('', 'T') as "hasWords",
      websearch_to_tsquery('simple', ${namesOnly.trim() === '' ? nameText : namesOnly})::text as names,
      array(select typed.word from unnest(${sql.param(words)}::text[]) as typed (word)
        where not exists (${titlesWith(sql`typed.word`)})) as unknown
    from (select websearch_to_tsquery('english', ${others}) || (websearch_to_tsquery('english', ${rest})
      && case when numnode(last) > 0 then last || ${last && `${last}:*`}::tsquery || ${completionsOf(last)} else last end) as query
      from websearch_to_tsquery('english', ${last}) as last) read`)
  const { text = '', names = '', ...read } = rows[0] ?? {}
  const starts = names.replaceAll(/<(->|\d+>)/g, '&').replaceAll(/(?<!!)'[^']+'/g, '$&:*')
  return {
    hasWords: false,
    unknown: [],
    ...read,
    typed,
    // The specification spells "Defence"; Americans write "Defense".
    text: text.replaceAll(/'defen[cs]'/g, `('defens' | 'defenc')`),
    names: starts,
    nameWords: [...starts.matchAll(/'([^']+)':\*/g)].map(([, word = '']) => word),
  }
}

/** The query like the stored texts, see `englishWords`. PostgreSQL rejects a long run of minus signs. */
function toSearchable(typed: string): string {
  return toPlainQuery(typed)
    .replace(/[<_]|-(?![\p{L}\p{N}"])/gu, ' ')
    .replace(/\S{100}/g, '$& ')
}

/** Rows of words of titles that start with a word. The operators compare byte by byte, as the index does, in every collation. */
const titlesWith = (start: SQL) =>
  sql`select known.word from ${titleWords} known where known.word ~>=~ ${start} and known.word ~<~ (${start} || chr(1114111))`

/** Few, because PostgreSQL's estimates of rare words add up. */
const maxCompletions = 3

/** Titles' words that start with `start`. Stems hide them from a prefix: "educati" does not start with "educ". */
function completionsOf(start: string): SQL {
  if (start.length < 3) return sql`''::tsquery`
  const words = sql`${titlesWith(sql`${start}::text`)} limit ${maxCompletions}`
  return sql`websearch_to_tsquery('english', coalesce((select string_agg(word, ' or ') from (${words}) words), ''))`
}

/** The words that are neither excluded nor part of a phrase, normalized. */
function correctableWords(typed: string): string[] {
  const words = typed.replaceAll(/-?"[^"]*"?|(?<![^\s])-\S+/g, ' ').split(' ')
  return [...new Set(words.map(normalizeForSearch))].filter((word) => word.length >= 4 && !word.includes(' '))
}

/** The query with each unknown word replaced by the most similar word of a title. Undefined if there is none. */
export async function correctQuery(db: Db, { typed, unknown }: Query): Promise<string | undefined> {
  if (unknown.length === 0) return undefined
  const { rows } = await db.execute<{ word: string; similar: string }>(sql`
    select typed.word, near.word as similar from unnest(${sql.param(unknown)}::text[]) as typed (word)
    cross join lateral (select known.word from ${titleWords} known where known.word % typed.word
      order by similarity(known.word, typed.word) desc, known.word limit 1) near`)
  if (rows.length === 0) return undefined
  return typed.replaceAll(
    /[^\s"]+/g,
    (part) => rows.find(({ word }) => normalizeForSearch(part) === word)?.similar ?? part,
  )
}
