import { charactersOf } from '@wtpu/contract/characters'

const maxQuoteLength = 1_000

/** A text as a Markdown quote, followed by an empty line. A long text is cut, with an ellipsis. */
export function quoteText(text: string): string {
  const characters = charactersOf(text.trim())
  const quoted =
    characters.length > maxQuoteLength
      ? `${characters.slice(0, maxQuoteLength).join('').trimEnd()}…`
      : characters.join('')
  const lines = quoted.split('\n').map((line) => `> ${line}`.trimEnd())
  return `${lines.join('\n')}\n\n`
}

/** Inserts a quote at the caret, on lines of its own. `caret` is the position after it. */
export function insertQuote(text: string, position: number, quote: string): { text: string; caret: number } {
  const before = text.slice(0, position).trimEnd()
  const head = before === '' ? quote : `${before}\n\n${quote}`
  return { text: head + text.slice(position).trimStart(), caret: head.length }
}
