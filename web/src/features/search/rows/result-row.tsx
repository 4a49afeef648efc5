import type { SnippetPart } from '@wtpu/contract/site/search'
import { Fragment, type ReactNode } from 'react'
import { Snippet } from '#community/snippet.tsx'

/** Makes the whole row a target of its link. */
export const rowLinkClass =
  'font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card hover:underline'

/** A compact row: image, link, the place in the text that matches, and facts. */
export function ResultRow({
  image,
  children,
  snippet,
  facts,
}: {
  image: ReactNode
  /** The link, with `rowLinkClass`. */
  children: ReactNode
  snippet?: readonly SnippetPart[]
  facts: readonly ReactNode[]
}) {
  return (
    <li className="relative flex gap-3 p-4 transition-colors duration-150 first:rounded-t-card last:rounded-b-card hover:bg-sunken/60">
      {image}
      <div className="min-w-0 flex-1">
        <p className="leading-snug">{children}</p>
        {snippet && snippet.length > 0 && (
          <p dir="auto" className="mt-1 line-clamp-2 leading-relaxed text-soft wrap-anywhere">
            <Snippet parts={snippet} />
          </p>
        )}
        <Facts facts={facts} />
      </div>
    </li>
  )
}

function Facts({ facts }: { facts: readonly ReactNode[] }) {
  // The facts of a row never change their places.
  const keyed = facts.map((fact, key) => ({ fact, key }))
  return (
    <p className="mt-1 text-sm wrap-anywhere text-soft tabular-nums">
      {keyed.map(({ fact, key }) => (
        <Fragment key={key}>
          <span className="inline-block max-w-full">
            {fact}
            {key < facts.length - 1 && <span aria-hidden>{'\u00a0·'}</span>}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

/** A tile with an icon, for content without an image. Decorative. */
export function IconTile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-control bg-tint text-accent [&_svg]:size-5"
    >
      {children}
    </span>
  )
}
