import type { CommentSort } from '@wtpu/contract/forums/comments'
import { parseId } from '@wtpu/contract/schemas'

/**
 * The search params of a thread. Newest First has no `sort`. `comment` is the comment of a permalink, `thread` the comment
 * whose replies are shown on a view of their own.
 */
export interface ThreadSearch {
  sort?: CommentSort
  comment?: number
  thread?: number
}

/** Links and menus push a history entry; a redirect to where a comment is shown replaces it. */
export type OnThreadSearch = (search: ThreadSearch, historyMode: 'push' | 'replace') => void | Promise<void>

const sorts = ['oldest', 'popular', 'common_ground'] as const

/** Drops search params that are unknown or invalid. Keys are undefined instead of absent, as in `parseFeedSearch`. */
export function parseThreadSearch(search: Record<string, unknown>): ThreadSearch {
  return {
    sort: sorts.find((sort) => sort === search['sort']),
    comment: idParam(search['comment']),
    thread: idParam(search['thread']),
  }
}

/** From a URL the value is text, from a link in the app a number. */
function idParam(value: unknown): number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? parseId(String(value)) : undefined
}

/** The path and search of a thread. */
export function threadPath(discussionId: number, search: ThreadSearch): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, String(value))
  return `/forums/${discussionId}${params.size > 0 ? `?${params.toString()}` : ''}`
}
