import { attributesOf, type Written } from '@wtpu/contract/schemas'
import { useMemo } from 'react'
import { FoldButton, RichText, useFold } from '#community/text/rich-text.tsx'
import { lazyValue } from '#community/text/lazy-value.ts'
import { foldedLength, foldedLines } from '#community/text/text-parts.ts'
import { classes } from '#lib/classes.ts'
import type { FoldSize } from './nodes.ts'

const formatter = lazyValue(() => import('./format-markdown.tsx').then((module) => module.formatMarkdown))

/** Routes whose page shows Markdown call this in their loader, so that a text is formatted from its first paint. */
export const loadMarkdown = formatter.load

const commentSize: FoldSize = { characters: foldedLength, lines: foldedLines }

interface MarkdownProps {
  text: string
  /** See `RichText`. */
  writing?: Written
  /** Names the content, for "Show more" in screen readers. */
  of: string
  /** How much of a long text is shown at first. The same object on every call. */
  foldTo?: FoldSize
  /** Lets readers quote from the text, see `QuoteArea`. */
  quoteId?: string
  /** A page of the site, see `formatMarkdown`. */
  isPage?: boolean
  className?: string
}

/**
 * Text written by a user in Markdown. Until the formatter is loaded, and if the text is too complex for it, the text is
 * shown as it was written.
 */
export function Markdown({ text, writing, of, foldTo = commentSize, quoteId, isPage, className }: MarkdownProps) {
  const format = formatter.useValue()
  const formatted = useMemo(() => format?.(text, foldTo, isPage), [format, text, foldTo, isPage])
  const isLong = formatted?.isLong === true
  const { folded, toggle, textProps } = useFold<HTMLDivElement>(isLong)
  const content = useMemo(() => formatted?.render(folded), [formatted, folded])
  if (!formatted) return <RichText text={text} writing={writing} of={of} quoteId={quoteId} className={className} />
  return (
    <>
      <div
        {...textProps}
        data-quote-id={quoteId}
        {...attributesOf(writing)}
        className={classes('scroll-mt-24 space-y-3 leading-relaxed wrap-anywhere', className)}
      >
        {content}
      </div>
      {isLong && <FoldButton folded={folded} onToggle={toggle} of={of} controls={textProps.id} />}
    </>
  )
}
