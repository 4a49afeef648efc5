import type { Written } from '@wtpu/contract/schemas'
import {
  createComment,
  endSlowWall,
  getPolitician,
  likeComment,
  listComments,
  startSlowWall,
  unlikeComment,
  type PoliticianComment,
} from '@wtpu/contract/politicians'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { addCachedRow } from '#lib/api/cached-pages.ts'
import { changeCachedRows, refetchRow } from '#lib/api/cached-rows.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { slowModeChanged, slowModeFailed } from '#community/slow-note.tsx'
import { politicianQuery } from '#features/politicians/small/api.ts'
import { commentFailure, commentPosted, likeFailure } from '#features/politicians/messages.ts'

const staleMs = 60_000

export const wallCommentsQuery = (politicianId: number) =>
  infiniteQuery(
    listComments,
    { querystring: { politician: politicianId, limit: 20 } },
    { staleTime: staleMs, refetchInterval: refetchEvery(staleMs) },
  )

export function useSlowWall(politicianId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isSlow: boolean) =>
      sendOrRead(
        () => call(isSlow ? startSlowWall : endSlowWall, { params: { id: politicianId } }),
        async () => {
          const { is_slow } = await call(getPolitician, { params: { id: politicianId } })
          return is_slow === isSlow ? { is_slow } : undefined
        },
      ),
    onSuccess(reply) {
      queryClient.setQueryData(politicianQuery(politicianId).queryKey, (old) => old && { ...old, ...reply })
      toast(slowModeChanged(reply))
    },
    onError: ({ message }: ApiFailure) => toast({ ...slowModeFailed, description: message }),
  })
}

interface NewComment extends Written {
  text: string
  idempotencyKey: string | undefined
}

export function useCreateComment(politicianId: number) {
  const queryClient = useQueryClient()
  return useMutation<PoliticianComment, ApiFailure, NewComment>({
    mutationFn: ({ idempotencyKey, ...comment }) =>
      call(createComment, { body: { politician: politicianId, ...comment, idempotency_key: idempotencyKey } }),
    onSuccess: (comment) => {
      const { queryKey } = wallCommentsQuery(politicianId)
      addCachedRow(queryClient, { queryKey }, comment)
      queryClient.setQueryData(
        politicianQuery(politicianId).queryKey,
        (old) => old && { ...old, comments_count: old.comments_count + 1 },
      )
      toast(commentPosted)
      void queryClient.invalidateQueries({ queryKey })
    },
    onError: (failure) => toast({ ...commentFailure(failure), action: resendAction(failure) }),
  })
}

/** Likes or unlikes a comment, then updates it in the cache. */
export function useLikeComment({ id, politician }: Pick<PoliticianComment, 'id' | 'politician'>) {
  const queryClient = useQueryClient()
  const { queryKey } = wallCommentsQuery(politician)
  return useMutation<Pick<PoliticianComment, 'like_id' | 'like_count'>, ApiFailure, boolean>({
    mutationFn: (like) =>
      sendOrRead(
        async () => {
          if (like) {
            const added = await call(likeComment, { body: { comment: id } })
            return { like_id: added.id, like_count: added.like_count }
          }
          // A like is removed by its id, which the cache has from the reply to the like.
          const pages = queryClient.getQueryData(queryKey)?.pages ?? []
          const comment = pages.flatMap(({ results }) => results).find((candidate) => candidate.id === id)
          if (comment?.like_id) await call(unlikeComment, { params: { id: comment.like_id } })
          return { like_id: null, like_count: Math.max(0, (comment?.like_count ?? 0) - 1) }
        },
        async () => {
          const comment = await refetchRow<PoliticianComment>(queryClient, { queryKey }, id)
          return comment && (comment.like_id !== null) === like ? comment : undefined
        },
      ),
    // A refetch that is in progress may return the state before the like.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (like) =>
      changeCachedRows<PoliticianComment>(
        queryClient,
        { queryKey },
        (comment) => comment.id === id,
        () => like,
      ),
    onError: () => toast(likeFailure),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
}
