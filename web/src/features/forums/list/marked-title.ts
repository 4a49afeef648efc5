import type { SnippetPart } from '@wtpu/contract/site/search'

/** The whole title with its marks if the snippet is a part of it. Showing the snippet below would repeat the title. */
export function inTitle(title: string, snippet: readonly SnippetPart[]): SnippetPart[] | undefined {
  const found = snippet.map(({ text, match }) => ({ text: text.replace(/^…|…$/gu, ''), match }))
  const text = found.map((part) => part.text).join('')
  const at = title.indexOf(text)
  if (text === '' || at === -1) return undefined
  const before = { text: title.slice(0, at), match: false }
  return [before, ...found, { text: title.slice(at + text.length), match: false }]
}
