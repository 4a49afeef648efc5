import type { SnippetPart } from '@wtpu/contract/site/search'

/** A text with the words that a search found marked. */
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
