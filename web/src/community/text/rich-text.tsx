import { attributesOf, type Written } from '@wtpu/contract/schemas'
import { Link } from '@tanstack/react-router'
import { useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { MentionLink } from '#community/mentions/mention-link.tsx'
import { lazyValue } from './lazy-value.ts'
import { cutParts, foldLength, splitText, type TextPart } from './text-parts.ts'

/**
 * Text written by a user, as text nodes and links, never as HTML. `dir="auto"` isolates the text, and each link in it, from
 * the direction of its surroundings. A long text is folded. `of` names the content, for "Show more" in screen readers.
 */
export function RichText({
  text,
  writing,
  of,
  hashtags = false,
  quoteId,
  className = '',
}: {
  text: string
  /** What the text is of, with the fields of everything that people write. */
  writing?: Written
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
        {...attributesOf(writing)}
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

function Part({ part: { text, hashtag, mention, url } }: { part: TextPart }) {
  if (mention !== undefined) return <MentionLink username={mention}>{text}</MentionLink>
  if (hashtag !== undefined) {
    return (
      <Link to="/boiler-room/hashtag/$tag" params={{ tag: hashtag }} dir="auto" className="text-link">
        {text}
      </Link>
    )
  }
  return url === undefined ? text : <UserLink url={url}>{text}</UserLink>
}

/** The state of a text that is folded to its start: attributes for the text, and the button below it. */
export function useFold<E extends HTMLElement>(isLong: boolean) {
  const [unfolded, setUnfolded] = useState(false)
  const ref = useRef<E>(null)
  const id = useId()
  const folded = isLong && !unfolded

  function toggle() {
    setUnfolded(folded)
    // The end of a long text may be far below its start. Keep the reader at the text.
    if (!folded && (ref.current?.getBoundingClientRect().top ?? 0) < 0) ref.current?.scrollIntoView()
  }
  return { folded, toggle, textProps: { ref, id } }
}

/** `of` names the content for screen readers, `controls` is the id of the text. */
export function FoldButton({
  folded,
  onToggle,
  of,
  controls,
}: {
  folded: boolean
  onToggle: () => void
  of: string
  controls: string
}) {
  return (
    <button
      type="button"
      aria-expanded={!folded}
      aria-controls={controls}
      onClick={onToggle}
      className="text-link min-h-11 font-semibold"
    >
      {folded ? 'Show more' : 'Show less'} <span className="sr-only">of {of}</span>
    </button>
  )
}

/** A link to another site in a text that a user wrote. */
export function UserLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="nofollow ugc noopener" dir="auto" className="text-link">
      {children}
    </a>
  )
}

/**
 * The link finder, or undefined until its code is loaded. Text is shown without links until then: a link has the size of
 * its text, so nothing moves.
 */
const { useValue: useLinkFinder } = lazyValue(() => import('@wtpu/contract/links').then((module) => module.findLinks))
