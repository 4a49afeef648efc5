import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWords } from '#db/schema/forums.ts'
import type { Term, ResolvedTerm } from './terms.ts'

/** Similar title words that replace a word. */
const maxReplacements = 3
const minCorrectedLength = 4

export interface Correction {
  /** The query with each unknown word replaced by all of its replacements. */
  alternatives: Term[][]
  /** The query with each unknown word replaced by the best one. */
  corrected: string
}

/** Replaces words that occur in no title with similar ones. Undefined if there is nothing to correct. */
export async function correctWords(db: Db, q: string, resolved: ResolvedTerm[][]): Promise<Correction | undefined> {
  const unknown = resolved
    .flat()
    .filter(({ term, isKnown }) => !isKnown && !term.isExcluded)
    .flatMap(({ term }) => (term.word !== undefined && term.word.length >= minCorrectedLength ? [term.word] : []))
  if (unknown.length === 0) return undefined
  const similar = await findSimilar(db, [...new Set(unknown)])
  if (similar.size === 0) return undefined
  const replace = ({ term }: ResolvedTerm): Term[] =>
    (similar.get(term.word ?? '') ?? [undefined]).map((word) =>
      word === undefined ? term : { ...term, text: word, word, isUnfinished: false },
    )
  return {
    alternatives: resolved.flatMap((terms) => combine(terms.map(replace))),
    corrected: q.replace(/[^\s"]+/gu, (typed) => {
      const found = resolved.flat().find(({ term }) => typed.includes(term.text) && similar.has(term.word ?? ''))
      return found ? typed.replace(found.term.text, similar.get(found.term.word ?? '')?.[0] ?? '') : typed
    }),
  }
}

/** Every combination of one choice for each place, the first choices first. At most as many as for two corrected words. */
function combine(choices: Term[][]): Term[][] {
  let combined: Term[][] = [[]]
  for (const words of choices) combined = words.flatMap((word) => combined.map((terms) => [...terms, word]))
  return combined.slice(0, maxReplacements ** 2)
}

/** The title words most similar to each word: by edit distance, then by shared trigrams. */
async function findSimilar(db: Db, words: string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ typed: string; word: string }>(sql`
    select typed.word as typed, near.word
    from unnest(${sql.param(words)}::text[]) as typed (word)
    cross join lateral (select w.word, similarity(w.word, typed.word) as share from ${titleWords} w
      where w.word % typed.word order by share desc, w.word limit 30) near
    order by near.share desc, near.word`)
  const similar = new Map<string, string[]>()
  for (const typed of words) {
    const near = rows
      .filter((row) => row.typed === typed)
      .map(({ word }) => ({ word, mistakes: countMistakes(typed, word) }))
      .filter(({ word, mistakes }) => mistakes <= (Math.min(word.length, typed.length) < 6 ? 1 : 2))
      .toSorted((a, b) => a.mistakes - b.mistakes)
      .slice(0, maxReplacements)
    if (near.length > 0)
      similar.set(
        typed,
        near.map(({ word }) => word),
      )
  }
  return similar
}

/** Edit distance: the fewest letters to insert, delete, replace or swap with the next one. */
function countMistakes(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
