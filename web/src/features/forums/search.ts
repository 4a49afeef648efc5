import type { Discussion, DiscussionSort } from '@wtpu/contract/forums/discussions'
import { textParam } from '#lib/search.ts'

/**
 * The search params of /forums. `category` is an id or a name, `tag` an id. `sort` is omitted for the default:
 * the best match in a search, else the latest activity.
 */
export interface ForumSearch {
  q?: string
  category?: string
  tag?: string
  sort?: DiscussionSort
  tab?: 'trending'
}

/** Typing replaces the browser's history entry; choosing an option pushes a new one. */
export type OnForumSearch = (search: ForumSearch, historyMode: 'push' | 'replace') => void

export const discussionSorts = ['latest', 'popular', 'replies', 'views', 'oldest'] as const
const maxLengths = { q: 100, category: 40 }
// Keys are undefined instead of absent: for absent keys, the router falls back to the raw search params.
const emptySearch = { q: undefined, category: undefined, tag: undefined, sort: undefined, tab: undefined }

/** Drops search params that are unknown, invalid or without effect, so that each list has exactly one URL. */
export function parseForumSearch(search: Record<string, unknown>): ForumSearch {
  const text = (name: keyof typeof maxLengths) =>
    textParam(search, name)?.trim().slice(0, maxLengths[name]).trim() || undefined
  const q = text('q')
  const sort = discussionSorts.find((candidate) => candidate === textParam(search, 'sort'))
  const tag = textParam(search, 'tag')
  return {
    ...emptySearch,
    q,
    category: text('category'),
    tag: tag !== undefined && /^[1-9]\d{0,8}$/.test(tag) ? tag : undefined,
    sort: sort === 'latest' && q === undefined ? undefined : sort,
    tab: search['tab'] === 'trending' ? 'trending' : undefined,
  }
}

/** Whether the list shows only some discussions of its tab. */
export function isFiltered({ q, category, tag }: ForumSearch): boolean {
  return q !== undefined || category !== undefined || tag !== undefined
}

/** Shown for a discussion without a category. */
const fallback = 'General'

/** The name of a discussion's category, and the search params of /forums that list its discussions. */
export function categoryOf({ category, category_id }: Pick<Discussion, 'category' | 'category_id'>) {
  return category
    ? { name: category, search: parseForumSearch({ category: String(category_id) }) }
    : { name: fallback, search: parseForumSearch({ category: fallback }) }
}
