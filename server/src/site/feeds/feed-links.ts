import type { HeadElement } from '@wtpu/contract/site/head'
import { parseId } from '@wtpu/contract/schemas'

/** Tells feed readers which feed a page has. */
export function feedLinks(page: string, { politicianId = '' }: Record<string, string>): HeadElement[] {
  if (page.startsWith('/polls')) return [linkTo('/feeds/polls.atom', 'Polls on WTPU')]
  if (page.startsWith('/forums')) return [linkTo('/feeds/discussions.atom', 'Discussions on WTPU')]
  const id = page === '/politicians/$politicianId' ? parseId(politicianId) : undefined
  return id === undefined ? [] : [linkTo(`/feeds/politicians/${id}.atom`, 'Polls about this official')]
}

function linkTo(href: string, title: string): HeadElement {
  return { tag: 'link', attributes: { rel: 'alternate', type: 'application/atom+xml', title, href } }
}
