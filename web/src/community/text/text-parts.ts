import { findHashtags } from '@wtpu/contract/boiler-room/hashtags'
import { findMentions } from '@wtpu/contract/mentions'
import type { FoundLink } from '@wtpu/contract/links'

/** A piece of text, with its position: plain text, a hashtag, a mention or a link. */
export interface TextPart {
  start: number
  text: string
  hashtag?: string
  /** A username. */
  mention?: string
  url?: string
}

/**
 * Splits a text at its links, its mentions and, if `hashtags` is set, at its hashtags. A `#` or `@` within a link belongs to the
 * link.
 */
export function splitText(
  text: string,
  { links, hashtags }: { links: readonly FoundLink[]; hashtags: boolean },
): TextPart[] {
  const inLink = (position: number) =>
    links.some((link) => position >= link.start && position < link.start + link.text.length)
  const tags = hashtags
    ? findHashtags(text)
        .filter(({ index }) => !inLink(index))
        .map(({ name, index, length }) => ({ start: index, text: text.slice(index, index + length), hashtag: name }))
    : []
  const mentions = findMentions(text)
    .filter(({ index }) => !inLink(index))
    .map(({ username, index, length }) => ({
      start: index,
      text: text.slice(index, index + length),
      mention: username,
    }))
  return withPlainText(
    text,
    [...links, ...tags, ...mentions].toSorted((a, b) => a.start - b.start),
  )
}

/** Adds the plain text before, between and after the links and hashtags. */
function withPlainText(text: string, found: TextPart[]): TextPart[] {
  const parts: TextPart[] = []
  let position = 0
  for (const part of found) {
    if (part.start > position) parts.push({ start: position, text: text.slice(position, part.start) })
    parts.push(part)
    position = part.start + part.text.length
  }
  if (position < text.length) parts.push({ start: position, text: text.slice(position) })
  return parts
}

/** A text is folded to this length. It is not folded if that would hide less than `minHidden` characters. */
export const foldedLength = 480
export const foldedLines = 10
export const minHidden = 80

/**
 * The length of the text's folded form, or undefined if the text is short. It depends on characters and lines, not on
 * measured pixels, so the text is folded from the first paint. Cuts before a word if possible.
 */
export function foldLength(text: string): number | undefined {
  const limit = Math.min(foldedLength, endOfLine(text, foldedLines))
  return text.length - limit < minHidden ? undefined : cutBetweenWords(text, limit)
}

/** The parts of the first `length` characters. A link that is cut keeps its whole address. */
export function cutParts(parts: readonly TextPart[], length: number): TextPart[] {
  return parts
    .filter(({ start }) => start < length)
    .map((part) => ({ ...part, text: part.text.slice(0, length - part.start) }))
}

function endOfLine(text: string, lines: number): number {
  let end = -1
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text.length
  }
  return end
}

/** The last position before `limit` that follows a word, or else the last one between two visible characters. */
export function cutBetweenWords(text: string, limit: number): number {
  const head = text.slice(0, limit)
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  if (text[limit] === '\n' || word < limit / 2) return graphemeStart(text, limit)
  return head.slice(0, word).trimEnd().length
}

/** The start of the visible character at a position, so that a cut does not split an emoji. */
function graphemeStart(text: string, position: number): number {
  return new Intl.Segmenter('en').segment(text).containing(position)?.index ?? position
}
