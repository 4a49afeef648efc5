import { LinkifyIt } from 'linkify-it'

/**
 * Finds http and https addresses. Those without a scheme are found in a few common top-level domains only: with all of
 * them, a missing space after a period ("the vote.It passed") would become a link.
 */
export const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: false,
  tlds: ['com', 'edu', 'gov', 'info', 'net', 'org', 'us'],
  maxLength: 2000,
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

// linkify-it assumes http if the scheme is missing.
linkify.normalize = (match) => {
  if (match.schema === '') match.url = `https://${match.url}`
}

/** Scripts without capital letters often have no space before an address. A space of the same length keeps positions. */
const joined = /[\p{Lo}\p{Lm}\p{M}](?=https?:\/\/|www\.)/giu

/** A missing space after a sentence ("all of us.Net zero") is no domain. */
const startsSentence = /^[^/]*\.(?:www\.)?[A-Z][a-z]*$/

const matchAll = linkify.match.bind(linkify)
linkify.match = (text) =>
  matchAll(text.replace(joined, (letter) => ' '.repeat(letter.length)))?.filter(
    ({ schema, text: found }) => schema !== '' || !startsSentence.test(found),
  ) ?? null

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
