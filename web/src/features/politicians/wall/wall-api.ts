import {
  createComment,
  likeComment,
  listComments,
  unlikeComment,
  type PoliticianComment,
} from '@wtpu/contract/politicians'
import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import type { ListPage } from '#lib/api/list-page.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { commentFailure, likeFailure } from '#features/politicians/messages.ts'

/** Specification 9. */
const staleMs = 60_000

export const wallCommentsQuery = (politicianId: number) =>
  infiniteQuery(
    listComments,
    { querystring: { politician: politicianId, limit: 20 } },
    { staleTime: staleMs, refetchInterval: refetchEvery(staleMs) },
  )

/** Calls `onSent` even after the composer has unmounted, so that the draft is cleared. */
export function useCreateComment(politicianId: number, onSent: () => void) {
  const queryClient = useQueryClient()
  return useMutation<PoliticianComment, ApiFailure, string>({
    mutationFn: (text) => call(createComment, { body: { politician: politicianId, text } }),
    onSuccess: (comment) => {
      onSent()
      // A refetch after the live hint may have added the comment already.
      const others = (page: WallPages[number]) => page.results.filter(({ id }) => id !== comment.id)
      updateWallCache(queryClient, politicianId, (pages) =>
        pages.map((page, index) => ({ ...page, results: index === 0 ? [comment, ...others(page)] : others(page) })),
      )
      void queryClient.invalidateQueries({ queryKey: wallCommentsQuery(politicianId).queryKey })
    },
    onError: (failure) => toast({ ...commentFailure(failure), action: resendAction(failure) }),
  })
}

/** Placeholder id of a like until the server has returned the real one. */
const pendingLikeId = 0

/** Likes or unlikes a comment optimistically. Rolls back on failure. */
export function useLikeComment({ id, politician }: Pick<PoliticianComment, 'id' | 'politician'>) {
  const queryClient = useQueryClient()
  const { queryKey } = wallCommentsQuery(politician)
  const setLike = (like: Partial<PoliticianComment>) =>
    updateWallCache(queryClient, politician, (pages) =>
      pages.map((page) => ({
        ...page,
        results: page.results.map((one) => (one.id === id ? { ...one, ...like } : one)),
      })),
    )
  return useMutation<Partial<PoliticianComment>, ApiFailure, PoliticianComment>({
    mutationFn: async ({ like_id }) => {
      if (like_id === null) {
        const like = await call(likeComment, { body: { comment: id } })
        return { like_id: like.id, like_count: like.like_count }
      }
      await call(unlikeComment, { params: { id: like_id } })
      return { like_id: null }
    },
    onMutate: async ({ like_id, like_count }) => {
      await queryClient.cancelQueries({ queryKey })
      setLike(
        like_id === null
          ? { like_id: pendingLikeId, like_count: like_count + 1 }
          : { like_id: null, like_count: Math.max(0, like_count - 1) },
      )
    },
    onSuccess: setLike,
    onError: (_failure, { like_id, like_count }) => {
      setLike({ like_id, like_count })
      toast(likeFailure)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
}

type WallPages = ListPage<PoliticianComment[]>[]

function updateWallCache(
  queryClient: QueryClient,
  politicianId: number,
  change: (pages: WallPages) => WallPages,
): void {
  queryClient.setQueryData<InfiniteData<ListPage<PoliticianComment[]>, string>>(
    wallCommentsQuery(politicianId).queryKey,
    (wall) => wall && { ...wall, pages: change(wall.pages) },
  )
}
