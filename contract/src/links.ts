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

/** How many links the site shows in a text, at most: each `](` of Markdown may be one. */
export function countLinks(text: string): number {
  const outside = text.replace(/\]\(\s*[^\s)]*/g, ' ')
  return text.split('](').length - 1 + findLinks(outside).length
}
