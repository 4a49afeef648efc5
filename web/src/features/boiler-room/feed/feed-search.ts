import { toSearchText } from '#lib/search-text.ts'
import { parseId } from '@wtpu/contract/schemas'
import { textParam } from '#lib/search.ts'

const tabs = ['trending', 'followings', 'search'] as const
export type FeedTab = (typeof tabs)[number]

/** The search params of /boiler-room. Your Feed has no `tab`. `post` opens a single post. */
export interface FeedSearch {
  tab?: FeedTab
  q?: string
  post?: string
}

/** Typing replaces the browser's history entry; choosing a tab pushes a new one. */
export type OnFeedSearch = (search: FeedSearch, historyMode: 'push' | 'replace') => void

// Keys are undefined instead of absent: for absent keys, the router falls back to the raw search params.
const emptySearch = { tab: undefined, q: undefined, post: undefined }

/** Drops search params that are unknown, invalid or without effect, so that each list has exactly one URL. */
export function parseFeedSearch(search: Record<string, unknown>): FeedSearch {
  const post = textParam(search, 'post')
  if (post !== undefined) return { ...emptySearch, post }
  const q = parseQuery(search)
  const tab = tabs.find((candidate) => candidate === textParam(search, 'tab')) ?? (q ? 'search' : undefined)
  return { ...emptySearch, tab, q: tab === 'search' ? q : undefined }
}

/** The search text of a list, or undefined. */
export function parseQuery(search: Record<string, unknown>): string | undefined {
  return toSearchText(textParam(search, 'q')?.trim() ?? '') || undefined
}

/** The id in `?post=`, or undefined if it is not an id. */
export function parsePostId({ post }: FeedSearch): number | undefined {
  return post === undefined ? undefined : parseId(post)
}

/** The hashtag of a URL, which may be written with or without its `#`. */
export function hashtagName(tag: string): string {
  return tag.replace(/^[#＃]/, '').normalize('NFC')
}
