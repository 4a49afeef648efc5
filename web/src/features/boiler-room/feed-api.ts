import { listFollowing, listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import { getPost, listLatestPosts, listPosts, type LatestPost, type PostQuery } from '@wtpu/contract/boiler-room/posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { infiniteQuery, query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { listTrendingHashtags } from '@wtpu/contract/boiler-room/hashtags'

/** The filters of a list of posts; see `listPosts`. */
export type PostFilter = Omit<PostQuery, 'cursor' | 'limit'>

const pageSize = 20
const refetchMs = 5_000

/** A list of posts. Invalidations do not refetch it: cards observe their own post, and `latestPostsQuery` counts new posts. */
export const postPagesQuery = (filter: PostFilter) =>
  infiniteQuery(
    listPosts,
    { querystring: { ...filter, limit: pageSize } },
    { refetchInterval: refetchEvery(refetchMs) },
  )

export const latestPostsQuery = () => query(listLatestPosts, {}, { refetchInterval: refetchEvery(refetchMs) })

export const postQuery = (id: number) => query(getPost, { params: { id } })

/** The people the viewer follows. */
export const followedPeopleQuery = () => query(listFollowing, {}, { meta: { own: true } })

/** Whether a list contains the post, as far as the browser can tell. */
export type PostMatcher = (post: LatestPost) => boolean

/**
 * The ids of new posts of a list: the matching ones of `latest`, newest first, that are above the first post that the list
 * already shows.
 */
export function newPostIds(
  latest: readonly LatestPost[],
  shownIds: ReadonlySet<number>,
  matches: PostMatcher,
): number[] {
  const firstShown = latest.findIndex(({ id }) => shownIds.has(id))
  const above = firstShown < 0 ? latest : latest.slice(0, firstShown)
  return above.filter(matches).map(({ id }) => id)
}

/** Counts new posts that a list does not show yet. `waiting` are those that a refetch has already loaded. */
export function useNewPostCount(
  list: { items: readonly { id: number }[]; waiting: readonly { id: number }[]; isLoaded: boolean },
  matches: PostMatcher | undefined,
): number {
  const { data: latest = [] } = useQuery({ ...latestPostsQuery(), enabled: matches !== undefined })
  const own = useJustPostedIds()
  if (!list.isLoaded) return 0
  const shownIds = new Set(list.items.map(({ id }) => id))
  const ids = new Set(list.waiting.map(({ id }) => id))
  if (matches) for (const id of newPostIds(latest, shownIds, matches)) ids.add(id)
  for (const id of own) ids.delete(id)
  return ids.size
}

export const justPostedKey = ['just-posted']

/** The ids of the posts that the viewer created on this page. They are shown at once instead of waiting. */
export function useJustPostedIds(): readonly number[] {
  return useQueryClient().getQueryData<number[]>(justPostedKey) ?? []
}

const trendingRefetchMs = 60_000

export const trendingHashtagsQuery = () =>
  query(listTrendingHashtags, {}, { refetchInterval: refetchEvery(trendingRefetchMs) })

export const suggestedUsersQuery = () => query(listSuggestedUsers, {}, { meta: { own: true } })
