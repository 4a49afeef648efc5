import { toMarkdown, toParagraphs } from '@wtpu/contract/schemas'
import { invalidInput } from '#http/errors.ts'
import type { Parent } from './content.ts'

/** Normalizes the text of a comment; on discussions it is Markdown. @throws ApiError 400 if it is empty or too long */
export function toCommentText(rawText: string, { on, maxLength }: { on: Parent['kind']; maxLength: number }): string {
  const isMarkdown = on === 'discussion'
  const text = isMarkdown ? toMarkdown(rawText) : toParagraphs(rawText)
  const problem = (message: string) => invalidInput({ [isMarkdown ? 'content' : 'text']: [message] })
  if (text === '') throw problem('A comment needs some text.')
  if (Array.from(text).length > maxLength) {
    throw problem(`A comment can have at most ${maxLength.toLocaleString('en-US')} characters.`)
  }
  return text
}
