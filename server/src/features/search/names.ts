import type { SnippetPart } from '@wtpu/contract/site/search'
import type { Term } from '#search/terms.ts'
import { normalizeForSearch } from '#search/search-text.ts'
import type { Search } from './ranked.ts'

const minFuzzyLength = 4

/** One alternative of a query as it applies to names. The words are normalized: letters and digits only. */
export interface NameWords {
  /** Each must start a word of the name. */
  words: string[]
  excluded: string[]
}

/**
 * The words to look for in names. Stop words are left out if others remain: "senators from New York", but also "Will". An
 * alternative that only excludes words matches no name.
 */
export function nameWordsOf({ terms, resolved }: Search): NameWords[] {
  const alternatives = resolved.length > 0 ? resolved.map((one) => one.map(({ term }) => term)) : terms
  const wordsOf = (chosen: Term[]) => chosen.flatMap(({ text }) => normalizeForSearch(text).split(' ').filter(Boolean))
  return alternatives
    .map((one) => ({
      words: wordsOf(one.filter((term) => !term.isExcluded)),
      excluded: wordsOf(one.filter((term) => term.isExcluded)),
    }))
    .filter(({ words }) => words.length > 0)
}

/**
 * The words to compare by similarity, if the query as it was typed matches no name: those of a plain query with a word that
 * no title knows. Correctly spelled words would find names that happen to be similar.
 */
export function fuzzyWordsOf(search: Search): { similar: string[]; exact: string[] } | undefined {
  const [words, ...others] = nameWordsOf(search)
  const isUnknown = search.resolved.flat().some(({ isKnown, term }) => !isKnown && !term.isExcluded)
  if (!words || others.length > 0 || words.excluded.length > 0 || !isUnknown) return undefined
  const similar = words.words.filter((word) => word.length >= minFuzzyLength)
  const exact = words.words.filter((word) => word.length < minFuzzyLength)
  return similar.length > 0 ? { similar, exact } : undefined
}

/** Marks the words of a name that start with a word of the query. */
export function markName(name: string, search: Search): SnippetPart[] {
  const words = nameWordsOf(search).flatMap((one) => one.words)
  return name
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((text) => ({ text, match: words.some((word) => text !== '' && normalizeForSearch(text).startsWith(word)) }))
    .filter(({ text }) => text !== '')
}
