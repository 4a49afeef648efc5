import { Fragment, type CSSProperties } from 'react'

/** A username or email, or a sentence with one, that breaks after its signs and before its number rather than within a word. */
export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?<=[@._+-])|(?<=\p{L})(?=\d)/u)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/**
 * Sets `--letters` to the length of the longest word. With it, the title of a page grows with the reader's text size until that
 * word would no longer fit on a line (styles.css).
 */
export function longestWord(text: string): CSSProperties & Record<'--letters', number> {
  const lengths = text.split(/\s+|(?<=-)/).map((word) => Array.from(word).length)
  return { '--letters': Math.max(1, ...lengths) }
}
