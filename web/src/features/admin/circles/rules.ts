import { type KitLink, type Paper, paperLimits, type PaperQuestion } from '@wtpu/contract/circles/on-demand/papers'
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

/** @returns what is wrong with the questions, or undefined */
export function questionsProblem(questions: readonly PaperQuestion[]): string | undefined {
  if (questions.length > paperLimits.questions)
    return `A ballot paper can have at most ${paperLimits.questions} questions.`
  const wrong = questions.findIndex(({ options }) => options.length < 2 || options.length > paperLimits.options)
  if (wrong === -1) return undefined
  return `Question ${wrong + 1} needs 2 to ${paperLimits.options} options below it, each in a line of its own.`
}

export function kitProblem(kit: readonly KitLink[]): string | undefined {
  if (kit.length > paperLimits.kit) return `A ballot paper can have at most ${paperLimits.kit} links and files.`
  const isTooLong = kit.some(({ url }) => url.length > paperLimits.url)
  return isTooLong ? `An address can have at most ${paperLimits.url} characters.` : undefined
}

/** Each line has a text, and an address as its last word. */
export const readKit = (text: string): KitLink[] =>
  linesOf(text).map((line) => {
    const url = line.split(/\s/).at(-1) ?? ''
    return { label: line.slice(0, line.length - url.length).trim() || url, url }
  })
