import {
  listCommentAncestors,
  listDiscussionComments,
  listForumCommentRevisions,
  type CommentPage,
  type CommentSort,
} from '@wtpu/contract/forums/comments'
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { call, query, type ApiFailure } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { discussionKey } from '#features/forums/api.ts'
import { isCommentPages, mergePages, type CommentPages } from './comment-pages.ts'

/** Specification 9. */
const refetchMs = 2000
const commentsPerPage = 20
export const repliesPerPage = 10
/** Many loaded pages are refetched less often while the live stream is disconnected. */
const pagesPerInterval = 5

/** A list of comments: of a discussion, or with `parent` the replies to a comment. */
export interface CommentList {
  discussionId: number
  sort?: CommentSort
  parent?: number
  /** Starts at the page with this comment. */
  around?: number
  levels?: number
}

/** The key of all lists of comments of a discussion. */
export const commentsKey = (id: number) => [...discussionKey(id), 'comments']

/** Replies are always listed oldest first. */
export const orderOf = ({ parent, sort }: CommentList): CommentSort =>
  parent === undefined ? (sort ?? 'newest') : 'oldest'

/** The page parameter of the first page of a list with `around`. Cursors are opaque, so it has a form of its own. */
const aroundParam = 'around'

/** The key of `commentPagesQuery`. */
export const commentPagesKey = (list: CommentList): QueryKey => [...commentsKey(list.discussionId), 'pages', list]

export const commentPagesQuery = (list: CommentList) =>
  infiniteQueryOptions<CommentPage, ApiFailure, CommentPages, QueryKey, string>({
    queryKey: commentPagesKey(list),
    queryFn: ({ signal, pageParam }) => fetchPage(list, pageParam, signal),
    initialPageParam: list.around === undefined ? '' : aroundParam,
    getNextPageParam: (page) => page.next,
    getPreviousPageParam: (page) => page.previous,
    structuralSharing: (before, next) => (isCommentPages(next) ? mergePages(orderOf(list), before, next) : next),
    staleTime: refetchMs,
    refetchInterval: (state) => {
      const pages = state.state.data?.pages.length ?? 0
      return refetchEvery(refetchMs * Math.max(1, Math.ceil(pages / pagesPerInterval)))(state)
    },
  })

async function fetchPage(list: CommentList, pageParam: string, signal: AbortSignal): Promise<CommentPage> {
  const { discussionId, sort, parent, around, levels } = list
  const page = await call(
    listDiscussionComments,
    {
      params: { id: discussionId },
      querystring: {
        sort,
        parent,
        levels,
        limit: parent === undefined ? commentsPerPage : repliesPerPage,
        ...(pageParam === aroundParam ? { around } : { cursor: pageParam || undefined }),
      },
    },
    { signal },
  )
  return Array.isArray(page) ? { results: page, next: null, previous: null } : page
}

/** The comments from the top level to one comment. Its key is below the key of the comments, so that hints refetch it. */
export const ancestorsQuery = (discussionId: number, commentId: number) => ({
  ...query(
    listCommentAncestors,
    { params: { id: commentId } },
    { staleTime: refetchMs, refetchInterval: refetchEvery(refetchMs) },
  ),
  queryKey: [...commentsKey(discussionId), 'ancestors', commentId],
})

export const commentRevisionsQuery = (id: number) => query(listForumCommentRevisions, { params: { id } })
