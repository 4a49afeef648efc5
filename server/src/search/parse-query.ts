import { normalizeForSearch } from './search-text.ts'

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
