import { textWidth, type Typeface } from './lettering.ts'

const ellipsis = '…'

/** Shortens a line to a width. */
export function truncate(text: string, face: Typeface, size: number, width: number): string {
  if (textWidth(text, face, size) <= width) return text
  const characters = Array.from(text)
  const fits = (count: number) => textWidth(shortened(characters, count), face, size) <= width
  return shortened(characters, largest(characters.length, fits))
}

function shortened(characters: string[], count: number): string {
  return characters.slice(0, count).join('').trimEnd() + ellipsis
}

/** The largest count up to `max` that fits, by bisection. */
function largest(max: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, max]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Breaks a text into lines between words, and words that are wider than a line anywhere. */
function wrap(text: string, face: Typeface, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((one) => breakWord(one, face, size, width))) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer, face, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function breakWord(word: string, face: Typeface, size: number, width: number): string[] {
  const parts: string[] = []
  let rest = Array.from(word)
  while (textWidth(rest.join(''), face, size) > width) {
    const all = rest
    const count = Math.max(
      1,
      largest(all.length, (some) => textWidth(all.slice(0, some).join(''), face, size) <= width),
    )
    parts.push(rest.slice(0, count).join(''))
    rest = rest.slice(count)
  }
  return [...parts, rest.join('')]
}

/** Wraps the lines again in the smallest width that needs no additional line, so that the last one is not much shorter. */
function balance(lines: string[], face: Typeface, size: number, width: number): string[] {
  const text = lines.join(' ')
  const again = (narrower: number) => wrap(text, face, size, width - narrower)
  const most = largest(Math.floor(width / 2), (narrower) => {
    const rewrapped = again(narrower)
    return rewrapped.length === lines.length && rewrapped.every((line) => textWidth(line, face, size) <= width)
  })
  return again(most)
}

export const lineHeight = 1.16

interface Box {
  face: Typeface
  width: number
  height: number
  maxSize: number
  minSize: number
}

/** Wraps a text in the largest size that fits the box. In the smallest size, the end is cut off. */
export function fitText(
  text: string,
  { face, width, height, maxSize, minSize }: Box,
): { lines: string[]; size: number } {
  for (let size = maxSize; size > minSize; size -= 4) {
    const lines = wrap(text, face, size, width)
    if (lines.length * size * lineHeight <= height) return { lines: balance(lines, face, size, width), size }
  }
  const lines = wrap(text, face, minSize, width)
  const count = Math.max(1, Math.floor(height / (minSize * lineHeight)))
  if (lines.length <= count) return { lines, size: minSize }
  const last = truncate(lines.slice(count - 1).join(' '), face, minSize, width)
  return { lines: [...lines.slice(0, count - 1), last], size: minSize }
}
