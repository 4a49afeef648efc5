import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import {
  deleteDiscussion,
  editDiscussion,
  endSlowDiscussion,
  getDiscussion,
  getDiscussionState,
  likeDiscussion,
  listDiscussionRevisions,
  startSlowDiscussion,
  unlockDiscussion,
  type Discussion,
  type DiscussionState,
} from '@wtpu/contract/forums/discussions'
import { type ContentDecision, decideContent } from '@wtpu/contract/moderation/cases'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiFailure, call, query } from '#lib/api/api.ts'
import { ifGone } from '#lib/api/if-gone.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { contentKey, stateKey } from '#lib/api/content-keys.ts'
import { slowModeChanged, slowModeFailed } from '#community/slow-note.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { refreshLists, removeFromLists } from '#features/forums/api.ts'
import {
  discussionDeleted,
  discussionLocked,
  discussionSaved,
  discussionUnlocked,
  likeFailure,
  saveFailure,
  unlockFailure,
} from '../messages.ts'

const staleMs = 30_000
/** While the live stream is disconnected. */
const stateRefetchMs = 10_000

/** The discussion as its viewer sees it. Not refetched on invalidations, because each reader would cost a query. */
export const discussionQuery = (id: number) =>
  queryOptions<Discussion, ApiFailure>({
    queryKey: contentKey('discussion', id),
    queryFn: async ({ client, signal }) => {
      const discussion = await call(getDiscussion, { params: { id } }, { signal })
      client.setQueryData(stateKey('discussion', id), stateOf(discussion))
      return discussion
    },
    staleTime: staleMs,
    meta: { own: true },
  })

/**
 * The parts of a discussion that change, the same for every viewer, or null once the discussion was deleted. The query of
 * the discussion writes it, so it requests nothing until an invalidation arrives.
 */
const discussionStateQuery = (id: number) =>
  queryOptions<DiscussionState | null, ApiFailure>({
    queryKey: stateKey('discussion', id),
    queryFn: async ({ signal }) => {
      try {
        return await call(getDiscussionState, { params: { id } }, { signal })
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 404) return null
        throw failure
      }
    },
    refetchInterval: refetchEvery(stateRefetchMs),
  })

/** A discussion with its live state. `isMissing` if there is no id, and once it is deleted while it is read. */
export function useLiveDiscussion(id: number | undefined) {
  const { data, error, refetch } = useQuery({ ...discussionQuery(id ?? 0), enabled: id !== undefined })
  const { data: state } = useQuery({ ...discussionStateQuery(id ?? 0), enabled: data !== undefined })
  const isMissing = id === undefined || error?.status === 404 || state === null
  const discussion = useMemo(() => (data && !isMissing ? { ...data, ...state } : undefined), [data, state, isMissing])
  return { discussion, isMissing, error, refetch }
}

function stateOf(discussion: Discussion): DiscussionState {
  const { id, title, description, edited_at, updated_at, num_comments, views, like_count, is_locked, is_slow } =
    discussion
  return {
    id,
    title,
    description,
    ...writtenOf(discussion),
    edited_at,
    updated_at,
    num_comments,
    views,
    like_count,
    is_locked,
    is_slow,
  }
}

export const discussionRevisionsQuery = (id: number) => query(listDiscussionRevisions, { params: { id } })

/** Writes what the server replied to both entries of a discussion. */
function updateDiscussion(queryClient: QueryClient, id: number, change: Partial<Discussion>): void {
  const discussion = queryClient.setQueryData(discussionQuery(id).queryKey, (old) => old && { ...old, ...change })
  if (!discussion) return
  queryClient.setQueryData<DiscussionState | null>(
    stateKey('discussion', id),
    (state) => state && stateOf({ ...discussion, ...state, ...change }),
  )
}

/** A discussion that was deleted in the meantime: its state responds with 404, and the page says so. */
function refetchIfMissing(queryClient: QueryClient, id: number, failure: ApiFailure): void {
  if (failure.status === 404) void queryClient.invalidateQueries({ queryKey: stateKey('discussion', id) })
}

/** The button shows the new state before the response. */
export function useLikeDiscussion(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (like: boolean) => sendLike(id, like),
    onSuccess: ({ liked, like_count }) => updateDiscussion(queryClient, id, { user_has_liked: liked, like_count }),
    onError: (failure: ApiFailure) => {
      toast({ ...likeFailure(failure), action: resendAction(failure) })
      refetchIfMissing(queryClient, id, failure)
    },
  })
}

/** The endpoint toggles. If the viewer had liked on another device already, the first call takes that like back. */
async function sendLike(id: number, like: boolean) {
  const send = () =>
    sendOrRead(
      () => call(likeDiscussion, { params: { id } }),
      async () => {
        const { user_has_liked: liked, like_count } = await call(getDiscussion, { params: { id } })
        return liked === like ? { liked, like_count } : undefined
      },
    )
  const reply = await send()
  return reply.liked === like ? reply : send()
}

interface DiscussionChanges extends Written {
  title: string
  description: string
  category: number
  tag_ids: number[]
}

export function useEditDiscussion(id: number) {
  const queryClient = useQueryClient()
  return useMutation<Discussion, ApiFailure, DiscussionChanges>({
    mutationFn: (body) => call(editDiscussion, { params: { id }, body }),
    onSuccess: (discussion) => {
      updateDiscussion(queryClient, id, discussion)
      void queryClient.invalidateQueries({ queryKey: discussionRevisionsQuery(id).queryKey })
      refreshLists(queryClient)
      toast(discussionSaved)
    },
    onError: (failure) => {
      toast(saveFailure(failure))
      refetchIfMissing(queryClient, id, failure)
    },
  })
}

/** `onDeleted` must leave the page. */
export function useDeleteDiscussion(id: number, onDeleted: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendOrRead(
        () => call(deleteDiscussion, { params: { id } }),
        () => ifGone(call(getDiscussionState, { params: { id } }), { deleted: true }),
      ),
    onSuccess: () => {
      toast(discussionDeleted)
      removeFromLists(queryClient, id)
      refreshLists(queryClient)
      // Not awaited, so that the dialog closes first.
      void onDeleted().then(() => queryClient.removeQueries({ queryKey: contentKey('discussion', id) }))
    },
  })
}

/** The state, if it has the value now. */
async function findState(id: number, name: 'is_locked' | 'is_slow', value: boolean) {
  const state = await call(getDiscussionState, { params: { id } })
  return state[name] === value ? state : undefined
}

export function useLockDiscussion(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: Pick<ContentDecision, 'rule' | 'sentence'>) =>
      sendOrRead<unknown>(
        () => call(decideContent, { body: { kind: 'discussion', id, action: 'lock', ...decision } }),
        () => findState(id, 'is_locked', true),
      ),
    onSuccess: () => {
      updateDiscussion(queryClient, id, { is_locked: true })
      toast(discussionLocked)
    },
  })
}

export function useSlowDiscussion(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isSlow: boolean) =>
      sendOrRead(
        () => call(isSlow ? startSlowDiscussion : endSlowDiscussion, { params: { id } }),
        () => findState(id, 'is_slow', isSlow),
      ),
    onSuccess: (reply) => {
      updateDiscussion(queryClient, id, reply)
      toast(slowModeChanged(reply))
    },
    onError: ({ message }: ApiFailure) => toast({ ...slowModeFailed, description: message }),
  })
}

export function useUnlockDiscussion(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendOrRead(
        () => call(unlockDiscussion, { params: { id } }),
        () => findState(id, 'is_locked', false),
      ),
    onSuccess: (reply) => {
      updateDiscussion(queryClient, id, reply)
      toast(discussionUnlocked)
    },
    onError: (failure: ApiFailure) => toast(unlockFailure(failure)),
  })
}
