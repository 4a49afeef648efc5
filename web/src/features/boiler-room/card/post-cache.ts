import type { Post } from '@wtpu/contract/posts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keyOf } from '#lib/api/api.ts'

export const postsPath = '/api/boilerroom/posts/'

/**
 * Updates a post in every cached list and in its own entry. The lists keep their age, so that an update of one post does
 * not postpone their next refetch.
 */
export function updatePost(queryClient: QueryClient, id: number, change: (post: Post) => Partial<Post>): void {
  const entries = queryClient.getQueryCache().findAll({
    queryKey: keyOf(postsPath),
    predicate: ({ queryKey }) => isPostList(queryKey) || isEntryOf(queryKey, id),
  })
  for (const entry of entries) {
    const { data, dataUpdatedAt, isInvalidated } = entry.state
    const updated = replacePost(data, id, change)
    if (updated === data) continue
    entry.setData(updated, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) entry.invalidate()
  }
}

/** `posts/`, then search params, page marker or nothing. Other entries below `posts/` continue with the id of a post. */
function isPostList(key: QueryKey): boolean {
  const next = key[keyOf(postsPath).length]
  return typeof next !== 'string' || next === 'pages'
}

function isEntryOf(key: QueryKey, id: number): boolean {
  return key.length === keyOf(postsPath).length + 1 && key.at(-1) === String(id)
}

/** Replaces the post wherever it is in the cached data: a post, a list, or pages of lists. Keeps all other objects. */
function replacePost(data: unknown, id: number, change: (post: Post) => Partial<Post>): unknown {
  if (Array.isArray(data)) {
    const rows: unknown[] = data.map((row: unknown) => replacePost(row, id, change))
    return rows.some((row, index) => row !== data[index]) ? rows : data
  }
  if (isPost(data)) return data.id === id ? { ...data, ...change(data) } : data
  if (typeof data !== 'object' || data === null) return data
  return replaceIn(replaceIn(data, 'pages', id, change), 'results', id, change)
}

function replaceIn(data: object, field: string, id: number, change: (post: Post) => Partial<Post>): object {
  const value = new Map<string, unknown>(Object.entries(data)).get(field)
  const updated = replacePost(value, id, change)
  return updated === value ? data : { ...data, [field]: updated }
}

function isPost(data: unknown): data is Post {
  return typeof data === 'object' && data !== null && 'id' in data && 'likes_count' in data && 'hashtag_list' in data
}
