import { characterCount } from './characters.ts'
import { fullCount } from './full-count.ts'

/** The message for a text that is too long, such as "A post can have at most 2,000 characters." Undefined if it is not. */
export function lengthProblem(what: string, text: string, max: number): string | undefined {
  return characterCount(text) > max ? `${what} can have at most ${fullCount(max)} characters.` : undefined
}

export const bioMaxLength = 250
export const reasonMaxLength = 280
