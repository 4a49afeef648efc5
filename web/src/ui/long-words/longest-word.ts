import type { CSSProperties } from 'react'

/**
 * Sets `--letters` to the length of the longest word. With it, `text-[clamp(1.25rem,calc((100vw-2rem)/var(--letters)/0.58),1.875rem)]`
 * grows with the reader's text size until that word would no longer fit on a line.
 */
export function longestWord(text: string): CSSProperties & Record<'--letters', number> {
  const lengths = text.split(/\s+|(?<=-)/).map((word) => Array.from(word).length)
  return { '--letters': Math.max(1, ...lengths) }
}
