import { listFollowing } from '@wtpu/contract/boiler-room'
import { getPost, listLatestPosts, listPosts } from '@wtpu/contract/posts'
import { infiniteQuery, query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'

/** The filters of a list of posts; see `listPosts`. */
export interface PostFilter {
  filter?: 'trending' | 'following'
  user?: string
  hashtag?: string
  q?: string
}

const pageSize = 20
/** Specification 9. */
const refetchMs = 5_000

/** A list of posts. Live hints do not refetch it: cards observe their own post, and `latestPostsQuery` counts new posts. */
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
