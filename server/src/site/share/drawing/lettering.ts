import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { convert } from 'fontverter'
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'

export type Typeface = keyof typeof families

const families = {
  serif: { font: 'source-serif-4', weight: 700 },
  sans: { font: 'inter', weight: 500 },
  bold: { font: 'inter', weight: 700 },
} as const
/** Parts of each font by script, the most common one first. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'] as const

const fonts: Record<Typeface, Font[]> = {
  serif: await openFonts('serif'),
  sans: await openFonts('sans'),
  bold: await openFonts('bold'),
}

/**
 * The variable fonts of the website in the weight of a typeface. They are decoded one after another, because the decoder
 * returns memory of its own, which the next call overwrites.
 */
function openFonts(typeface: Typeface): Promise<Font[]> {
  const { font: name, weight } = families[typeface]
  return Array.fromAsync(subsets, async (subset) => {
    const file = `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`
    const content = await convert(readFileSync(fileURLToPath(import.meta.resolve(file))), 'sfnt')
    const font = new Font(new Face(new Blob(content)))
    font.setVariations([new Variation('wght', weight)])
    return font
  })
}

function fontOf(face: Typeface, character: string): Font | undefined {
  const codePoint = character.codePointAt(0) ?? 0
  return fonts[face].find((font) => font.nominalGlyph(codePoint) !== undefined)
}

/** The glyphs of a text with the place of each, in units of the font. */
function layout(font: Font, text: string): { glyphs: { id: number; x: number; y: number }[]; width: number } {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  let width = 0
  const glyphs = buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
    const glyph = { id: codepoint, x: width + xOffset, y: yOffset }
    width += xAdvance
    return glyph
  })
  return { glyphs, width }
}

/**
 * The part of a text that can be drawn: one line, without emoji and control characters. Undefined if letters or digits
 * are missing from the fonts, because the rest of the text would make no sense.
 */
export function drawableText(text: string, face: Typeface): string | undefined {
  let drawable = ''
  for (const character of text.normalize('NFC').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')) {
    if (fontOf(face, character)) drawable += character
    else if (/[\p{L}\p{N}]/u.test(character)) return undefined
  }
  const line = drawable.replaceAll(/ +/g, ' ').trim()
  return line === '' ? undefined : line
}

interface Run {
  font: Font
  text: string
}

/** Splits a text where it changes from one font file to another. */
function runsOf(text: string, face: Typeface): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const font = fontOf(face, character)
    const last = runs.at(-1)
    if (!font) continue
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Widths at size 1, because fitting a text measures the same words in many sizes. */
const measured = new Map<string, number>()
const maxMeasured = 5_000

/** The width of a line in pixels. */
function textWidth(text: string, face: Typeface, size: number): number {
  const key = `${face} ${text}`
  const known = measured.get(key)
  if (known !== undefined) return known * size
  const widths = runsOf(text, face).map(({ font, text: part }) => layout(font, part).width / font.face.upem)
  const width = widths.reduce((sum, part) => sum + part, 0)
  if (measured.size >= maxMeasured) measured.clear()
  measured.set(key, width)
  return width * size
}

export interface Line {
  text: string
  face: Typeface
  size: number
  color: string
  /** Left end, or right end with `anchor: 'end'`, or center with `anchor: 'middle'`. */
  x: number
  baseline: number
  anchor?: 'start' | 'middle' | 'end'
}

/** A line of text as SVG shapes, so that it needs no fonts of the system and no escaping. */
export function drawLine({ text, face, size, color, x, baseline, anchor = 'start' }: Line): string {
  const width = anchor === 'start' ? 0 : textWidth(text, face, size)
  let left = x - (anchor === 'middle' ? width / 2 : width)
  const parts = runsOf(text, face).map(({ font, text: part }) => {
    const { glyphs, width: drawnWidth } = layout(font, part)
    const scale = size / font.face.upem
    const shapes = glyphs.map(
      (glyph) => `<path transform="translate(${glyph.x} ${glyph.y})" d="${font.glyphToPath(glyph.id)}"/>`,
    )
    const drawn = `<g transform="translate(${left} ${baseline}) scale(${scale} ${-scale})">${shapes.join('')}</g>`
    left += drawnWidth * scale
    return drawn
  })
  return `<g fill="${color}">${parts.join('')}</g>`
}

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
  for (const word of text.split(' ').flatMap((unbroken) => breakWord(unbroken, face, size, width))) {
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
