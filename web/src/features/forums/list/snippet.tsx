import type { SnippetPart } from '@wtpu/contract/site/search'

/** The place in a text that matches a search best, with the words that were found marked. */
export function Snippet({ parts }: { parts: readonly SnippetPart[] }) {
  // The parts never change their places.
  const keyed = parts.map((part, key) => ({ ...part, key }))
  return keyed.map(({ text, match, key }) =>
    match ? (
      <mark key={key} className="rounded-xs bg-warning-tint px-0.5 font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** The whole title with its marks if the snippet is a part of it. Showing the snippet below would repeat the title. */
export function inTitle(title: string, snippet: readonly SnippetPart[]): SnippetPart[] | undefined {
  const found = snippet.map(({ text, match }) => ({ text: text.replace(/^…|…$/gu, ''), match }))
  const text = found.map((part) => part.text).join('')
  const at = title.indexOf(text)
  if (text === '' || at === -1) return undefined
  const before = { text: title.slice(0, at), match: false }
  return [before, ...found, { text: title.slice(at + text.length), match: false }]
}
