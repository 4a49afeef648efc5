import { findHashtags } from '@wtpu/contract/hashtags'
import { LinkifyIt } from 'linkify-it'

/** A piece of text, with its position: plain text, a hashtag or a link. */
export interface TextPart {
  start: number
  text: string
  hashtag?: string
  url?: string
}

/**
 * Finds http and https addresses. Those without a scheme are found in a few common top-level domains only: with all of
 * them, a missing space after a period ("the vote.It passed") would become a link.
 */
const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: false,
  tlds: ['com', 'edu', 'gov', 'info', 'net', 'org', 'us'],
  maxLength: 2000,
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/** Splits a text at its links and, if `hashtags` is set, at its hashtags. A `#` within a link belongs to the link. */
export function splitText(text: string, { hashtags }: { hashtags: boolean }): TextPart[] {
  const links = (linkify.match(text) ?? []).map(({ index, lastIndex, schema, url }) => ({
    start: index,
    text: text.slice(index, lastIndex),
    // linkify-it assumes http if the scheme is missing.
    url: schema === '' ? url.replace(/^http:/, 'https:') : url,
  }))
  const inLink = (position: number) =>
    links.some(({ start, text: link }) => position >= start && position < start + link.length)
  const tags = hashtags
    ? findHashtags(text)
        .filter(({ index }) => !inLink(index))
        .map(({ name, index }) => ({ start: index, text: `#${name}`, hashtag: name }))
    : []
  return withPlainText(
    text,
    [...links, ...tags].toSorted((a, b) => a.start - b.start),
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
const foldedLength = 480
const foldedLines = 10
const minHidden = 80

/**
 * The length of the text's folded form, or undefined if the text is short. It depends on characters and lines, not on
 * measured pixels, so the text is folded from the first paint. Cuts before a word, never inside a link or hashtag.
 */
export function foldLength(text: string, parts: readonly TextPart[]): number | undefined {
  const limit = Math.min(foldedLength, endOfLine(text, foldedLines))
  if (text.length - limit < minHidden) return undefined
  const cut = cutBetweenWords(text, limit)
  const split = parts.find(
    ({ start, text: part, url, hashtag }) => (url ?? hashtag) && start < cut && start + part.length > cut,
  )
  // A link at the very start is shown in full.
  return split ? split.start || split.text.length : cut
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
function cutBetweenWords(text: string, limit: number): number {
  const head = text.slice(0, limit)
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  if (text[limit] === '\n' || word < limit / 2) return graphemeStart(text, limit)
  return head.slice(0, word).trimEnd().length
}

/** The start of the visible character at a position, so that a cut does not split an emoji. */
function graphemeStart(text: string, position: number): number {
  return new Intl.Segmenter('en').segment(text).containing(position)?.index ?? position
}
