import type { LiveComment, LiveCounts } from '@wtpu/contract/live'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { urlKey } from '#lib/api/api.ts'
import { type FollowCounts, type Newest, followCounts, plannedRefetches } from '#lib/live/counts.ts'
import { commentsKey, contentPaths, stateKey } from '#lib/api/content-keys.ts'

/** Comments are fetched again at most this often while others write. */
const refetchEveryMs = 10_000

const { post: posts, discussion: discussions } = contentPaths
const walls = '/api/comments/'

/** Writes the counts of the live stream into all cached posts, discussions and comments, and fetches new comments. */
export const followContentCounts: FollowCounts = (queryClient) => {
  const followers = [
    followCounts(queryClient, { path: posts, pick: (counts) => counts.posts, write: writeOf('comments_count') }),
    followCounts(queryClient, {
      path: discussions,
      pick: (counts) => counts.discussions,
      write: writeOf('num_comments'),
    }),
    ...[posts, discussions, walls].map((path) =>
      followCounts(queryClient, { path, pick: (counts) => counts.comments, write: writeComment }),
    ),
  ]
  const refetches = plannedRefetches(queryClient)
  /** When the query was or will be fetched because of new comments. */
  const fetchedAt = new WeakMap<Query, number>()
  const fetchComments = (query: Query) => {
    if (refetches.isPlanned(query)) return
    const now = performance.now()
    const next = Math.max(now, (fetchedAt.get(query) ?? -Infinity) + refetchEveryMs)
    fetchedAt.set(query, now + refetches.plan(query, next - now))
  }
  return {
    onCounts: (counts) => {
      const keys = keysOfNewComments(queryClient, counts)
      for (const { onCounts } of followers) onCounts(counts)
      for (const queryKey of keys)
        queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).forEach(fetchComments)
    },
    stop: () => {
      refetches.stop()
      for (const { stop } of followers) stop()
    },
  }
}

/** Keys of the lists that have more comments, or fewer, than this browser knows of. */
function keysOfNewComments(queryClient: QueryClient, counts: LiveCounts): QueryKey[] {
  const isKnown = (key: QueryKey, name: string, count: number) =>
    Object.entries(queryClient.getQueryData<object>(key) ?? {}).some(
      ([field, value]) => field === name && value === count,
    )
  return [
    ...counts.posts
      .filter(({ id, comments_count }) => !isKnown(stateKey('post', id), 'comments_count', comments_count))
      .map(({ id }) => commentsKey('post', id)),
    ...counts.discussions
      .filter(({ id, num_comments }) => !isKnown(stateKey('discussion', id), 'num_comments', num_comments))
      .map(({ id }) => commentsKey('discussion', id)),
    ...counts.walls.map((politician) => urlKey(walls, { politician })),
  ]
}

/** Writes the counts of rows that have a field of this name. */
const writeOf =
  <Counts extends { id: number }>(name: string) =>
  (row: object, newest: Newest<Counts>): object =>
    name in row ? withCounts(row, newest) : row

function writeComment(row: object, newest: Newest<LiveComment>): object {
  if ('comments_count' in row || 'num_comments' in row || !('id' in row)) return row
  return withCounts(row, {
    get: (id) => {
      const counts = newest.get(id)
      // Comments on posts call it by another name.
      return counts && { ...counts, likes_count: counts.like_count }
    },
  })
}

/** Counts that the row has and that differ are replaced. */
function withCounts(row: object, newest: Newest<object>): object {
  const fields = new Map<string, unknown>(Object.entries(row))
  const counts = Object.entries(newest.get(Number(fields.get('id'))) ?? {})
  const changed = counts.filter(([name, count]) => fields.has(name) && fields.get(name) !== count)
  return changed.length > 0 ? { ...row, ...Object.fromEntries(changed) } : row
}
