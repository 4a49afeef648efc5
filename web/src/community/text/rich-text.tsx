import { Link } from '@tanstack/react-router'
import { useId, useMemo, useRef, useState } from 'react'
import { cutParts, foldLength, splitText, type TextPart } from './text-parts.ts'
import { useLinkFinder } from './use-link-finder.ts'

/**
 * Text written by a user, as text nodes and links, never as HTML. `dir="auto"` isolates the text, and each link in it, from
 * the direction of its surroundings. A long text is folded. `of` names the content, for "Show more" in screen readers.
 */
export function RichText({
  text,
  of,
  hashtags = false,
  className = '',
}: {
  text: string
  of: string
  hashtags?: boolean
  className?: string
}) {
  const [unfolded, setUnfolded] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const findLinks = useLinkFinder()
  const parts = useMemo(
    () => splitText(text, { links: findLinks?.(text) ?? [], hashtags }),
    [text, hashtags, findLinks],
  )
  const foldedTo = useMemo(() => foldLength(text), [text])
  const folded = foldedTo !== undefined && !unfolded

  function toggle() {
    setUnfolded(folded)
    // The end of a long text may be far below its start. Keep the reader at the text.
    if (!folded && (paragraph.current?.getBoundingClientRect().top ?? 0) < 0) paragraph.current?.scrollIntoView()
  }

  return (
    <>
      <p
        ref={paragraph}
        id={id}
        dir="auto"
        className={`scroll-mt-24 leading-relaxed wrap-anywhere whitespace-pre-line ${className}`}
      >
        {(folded ? cutParts(parts, foldedTo) : parts).map((part) => (
          <Part key={part.start} part={part} />
        ))}
        {folded && '…'}
      </p>
      {foldedTo !== undefined && (
        <button
          type="button"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={toggle}
          className="text-link min-h-11 font-semibold"
        >
          {folded ? 'Show more' : 'Show less'} <span className="sr-only">of {of}</span>
        </button>
      )}
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
  if (url !== undefined) {
    return (
      <a href={url} target="_blank" rel="nofollow ugc noopener" dir="auto" className="text-link">
        {text}
      </a>
    )
  }
  return text
}
