import { createPostComment, deletePostComment, listPostComments, type PostComment } from '@wtpu/contract/posts/comments'
import { likePostComment, unlikePostComment } from '@wtpu/contract/posts/likes'
import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery } from '#lib/api/api.ts'
import type { ListPage } from '#lib/api/list-page.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { commentFailure, commentPosted, likeFailure } from './messages.ts'
import { postKey, refetchIfDeleted } from './post-api.ts'
import { updatePost } from './post-cache.ts'

/** Specification 9. */
const refetchMs = 3000
/** Specification 5: after a new comment, the caches refresh after 100 ms. */
const refreshDelayMs = 100

const commentsKey = (postId: number) => [...postKey(postId), 'comments', 'pages']

/** Its key is below the key of the post, so that a hint about the post refetches the comments. */
export const postCommentsQuery = (postId: number) => ({
  ...infiniteQuery(
    listPostComments,
    { querystring: { post: postId, limit: 20 } },
    { staleTime: refetchMs, refetchInterval: refetchEvery(refetchMs) },
  ),
  queryKey: commentsKey(postId),
})

export function useCreatePostComment(postId: number) {
  const queryClient = useQueryClient()
  return useMutation<PostComment, ApiFailure, { text: string; requestKey: string | undefined }>({
    mutationFn: ({ text, requestKey }) =>
      call(createPostComment, { body: { post: postId, text, request_key: requestKey } }),
    onSuccess: (comment) => {
      changeComments(queryClient, postId, (comments, page) => [
        ...(page === 0 ? [comment] : []),
        // A refetch after the live hint may have added the comment already.
        ...comments.filter(({ id }) => id !== comment.id),
      ])
      updatePost(queryClient, postId, ({ comments_count, recent_comments }) => ({
        comments_count: comments_count + 1,
        recent_comments: [comment, ...recent_comments].slice(0, 2),
      }))
      toast(commentPosted)
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: postKey(postId) }), refreshDelayMs)
    },
    onError: (failure) => {
      toast({ ...commentFailure(failure), action: resendAction(failure) })
      refetchIfDeleted(queryClient, postId, failure)
    },
  })
}

export function useDeletePostComment({ id, post }: PostComment) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deletePostComment, { params: { id } }),
    onSuccess: () => {
      changeComments(queryClient, post, (comments) => comments.filter((one) => one.id !== id))
      updatePost(queryClient, post, ({ comments_count, recent_comments }) => ({
        comments_count: Math.max(0, comments_count - 1),
        recent_comments: recent_comments.filter((one) => one.id !== id),
      }))
      void queryClient.invalidateQueries({ queryKey: postKey(post) })
    },
  })
}

export function useLikePostComment({ id, post }: PostComment) {
  const queryClient = useQueryClient()
  return useMutation<Pick<PostComment, 'user_has_liked' | 'likes_count'>, ApiFailure, boolean>({
    mutationFn: (like) => call(like ? likePostComment : unlikePostComment, { params: { id } }),
    // A refetch that is in progress may return the state before the like.
    onMutate: () => queryClient.cancelQueries({ queryKey: commentsKey(post) }),
    onSuccess: (reply) =>
      changeComments(queryClient, post, (comments) =>
        comments.map((one) => (one.id === id ? { ...one, ...reply } : one)),
      ),
    onError: (failure) => toast({ ...likeFailure(failure), action: resendAction(failure) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: commentsKey(post) }),
  })
}

function changeComments(
  queryClient: QueryClient,
  postId: number,
  change: (comments: PostComment[], page: number) => PostComment[],
): void {
  queryClient.setQueryData<InfiniteData<ListPage<PostComment[]>, string>>(
    commentsKey(postId),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({ ...page, results: change(page.results, index) })),
      },
  )
}
