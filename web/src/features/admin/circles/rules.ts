import type { KitLink, Paper, PaperQuestion } from '@wtpu/contract/circles/on-demand/papers'
import { fullCount } from '@wtpu/contract/full-count'

export const peopleOf = (count: number) => `${fullCount(count)} ${count === 1 ? 'person' : 'people'}`

/** “300”, “10%” or nothing. Undefined for anything else. */
export function readQuorum(text: string): Paper['quorum'] | undefined {
  if (text.trim() === '') return null
  const [, digits, percent] = /^\s*(\d{1,5})\s*(%?)\s*$/.exec(text) ?? []
  const count = Number(digits)
  if (digits === undefined || count < 1 || count > (percent ? 100 : 50_000)) return undefined
  return percent ? { percent: count } : { count }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Blocks of lines: each has a question, and its options below. */
export const readQuestions = (text: string): PaperQuestion[] =>
  text.split(/\n\s*\n/).flatMap((block) => {
    const [question, ...options] = linesOf(block)
    return question === undefined ? [] : [{ question, options }]
  })

/** Each line has a text, and an address as its last word. */
export const readKit = (text: string): KitLink[] =>
  linesOf(text).map((line) => {
    const url = line.split(/\s/).at(-1) ?? ''
    return { label: line.slice(0, line.length - url.length).trim() || url, url }
  })
