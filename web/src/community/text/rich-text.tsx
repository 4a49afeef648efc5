import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FoldButton, useFold } from './fold-button.tsx'
import { cutParts, foldLength, splitText, type TextPart } from './text-parts.ts'
import { useLinkFinder } from './use-link-finder.ts'
import { UserLink } from './user-link.tsx'

/**
 * Text written by a user, as text nodes and links, never as HTML. `dir="auto"` isolates the text, and each link in it, from
 * the direction of its surroundings. A long text is folded. `of` names the content, for "Show more" in screen readers.
 */
export function RichText({
  text,
  of,
  hashtags = false,
  quoteId,
  className = '',
}: {
  text: string
  of: string
  hashtags?: boolean
  /** Lets readers quote from the text, see `QuoteArea`. */
  quoteId?: string
  className?: string
}) {
  const findLinks = useLinkFinder()
  const parts = useMemo(
    () => splitText(text, { links: findLinks?.(text) ?? [], hashtags }),
    [text, hashtags, findLinks],
  )
  const foldedTo = useMemo(() => foldLength(text), [text])
  const { folded, toggle, textProps } = useFold<HTMLParagraphElement>(foldedTo !== undefined)

  return (
    <>
      <p
        {...textProps}
        data-quote-id={quoteId}
        dir="auto"
        className={`scroll-mt-24 leading-relaxed wrap-anywhere whitespace-pre-line ${className}`}
      >
        {(folded && foldedTo !== undefined ? cutParts(parts, foldedTo) : parts).map((part) => (
          <Part key={part.start} part={part} />
        ))}
        {folded && '…'}
      </p>
      {foldedTo !== undefined && <FoldButton folded={folded} onToggle={toggle} of={of} controls={textProps.id} />}
    </>
  )
}

function Part({ part: { text, hashtag, url } }: { part: TextPart }) {
  if (hashtag !== undefined) {
    return (
      <Link to="/boiler-room/hashtag/$tag" params={{ tag: hashtag }} dir="auto" className="text-link">
        {text}
      </Link>
    )
  }
  return url === undefined ? text : <UserLink url={url}>{text}</UserLink>
}
