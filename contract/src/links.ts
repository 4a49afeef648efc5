import { LinkifyIt } from 'linkify-it'

const maxLength = 2000
const tlds = ['com', 'edu', 'gov', 'info', 'net', 'org', 'us']

/**
 * Finds http and https addresses. Those without a scheme are found in a few common top-level domains only: with all of
 * them, a missing space after a period ("the vote.It passed") would become a link.
 */
export const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: false,
  tlds,
  maxLength,
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

// linkify-it assumes http if the scheme is missing.
linkify.normalize = (match) => {
  if (match.schema === '') match.url = `https://${match.url}`
}

/**
 * What separates an address from the text around it although it is no space: other letters and emoji before it, letters without
 * capitals after a domain of Latin letters, and invisible characters. A space of the same length keeps positions.
 */
const separators = new RegExp(
  [
    String.raw`[^\p{ASCII}](?=https?:\/\/|www\.)`,
    String.raw`[\p{Lo}\p{Lm}\p{M}\p{So}\p{Sk}](?=(?:[a-z\d-]{1,63}\.){1,9}(?:${tlds.join('|')})(?![\w-]))(?<!\/\/[^\s/]{1,99})`,
    String.raw`(?<=(?:\/\/[a-z\d.-]{1,99}\.[a-z]{2,20}|[a-z\d]\.(?:${tlds.join('|')})))[\p{Lo}\p{Lm}]`,
    String.raw`(?![\u200C\u200D])\p{Cf}`,
  ].join('|'),
  'giu',
)
const separated = (text: string) => text.replace(separators, (part) => ' '.repeat(part.length))

/** A missing space after a sentence ("all of us.Net zero") is no domain. */
const startsSentence = /^[^/]*\.(?:www\.)?[A-Z][a-z]*$/

const matchAll = linkify.match.bind(linkify)
linkify.match = (text) =>
  matchAll(separated(text))?.filter(({ schema, text: found }) => schema !== '' || !startsSentence.test(found)) ?? null

const matchAtStart = linkify.matchAtStart.bind(linkify)
linkify.matchAtStart = (text) => matchAtStart(separated(/^\S{0,2000}/.exec(text)?.[0] ?? ''))

const test = linkify.test.bind(linkify)
linkify.test = (text) => test(separated(text))

export interface FoundLink {
  start: number
  text: string
  url: string
}

export function findLinks(text: string): FoundLink[] {
  return (linkify.match(text) ?? []).map(({ index, lastIndex, url }) => ({
    start: index,
    text: text.slice(index, lastIndex),
    url,
  }))
}
