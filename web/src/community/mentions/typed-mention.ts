import { toReadable } from '@wtpu/contract/readable-text'

export interface TypedMention {
  /** Position of the `@`. */
  start: number
  /** What was typed after it. */
  name: string
}

/** An `@` at the start of a word, and up to 30 characters of a name, before the caret. */
const typedPattern = /[@＠﹫](?<![\p{Lu}\p{Ll}\p{Lt}\p{N}_.+\-/@＠&=]\p{M}*.)([\p{L}\p{N}_.]{0,30})$/u

/** The mention that is being typed at the caret. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const match = typedPattern.exec(toReadable(text.slice(0, caret)).slice(-40))
  return match ? { start: caret - match[0].length, name: match[1] ?? '' } : undefined
}
