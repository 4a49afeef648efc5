import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import {
  deletePost,
  describePost,
  editPost,
  setCaptions,
  getPost,
  getPostState,
  listPostRevisions,
  type Post,
  type PostState,
} from '@wtpu/contract/boiler-room/posts'
import { likePost, unlikePost } from '@wtpu/contract/boiler-room/likes'
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { contentKey, stateKey } from '#lib/api/content-keys.ts'
import { ApiFailure, call, urlKey, query } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { ifGone } from '#lib/api/if-gone.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { editFailure, likeFailure } from '../messages.ts'

/**
 * The parts of a post that change, or null once the post was deleted. Starts with the values of the row that is already
 * shown, so it requests nothing until an invalidation arrives. What it then receives goes to all lists with the post. Rows are also
 * refetched with their list, so this has no interval.
 */
export const postStateQuery = (post: Post) =>
  queryOptions<PostState | null, ApiFailure>({
    queryKey: stateKey('post', post.id),
    queryFn: ({ client, signal }) => fetchPostState(client, post.id, signal),
    initialData: () => stateOf(post),
    meta: { row: true },
  })

/**
 * Asks for the state of shown posts that their refetched list no longer contains. The card of a deleted post then says so.
 * `isWhole`: no further pages follow. If some do, missing posts at the end may only have moved to the next page.
 */
export function useMissingPosts(shown: readonly Post[], list: readonly Post[], isWhole: boolean): void {
  const queryClient = useQueryClient()
  const listed = new Set(list.map(({ id }) => id))
  const oldest = isWhole ? 0 : Math.min(...listed)
  const missing = shown.filter(({ id }) => id > oldest && !listed.has(id)).map(({ id }) => id)
  const ids = missing.join()
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(',').map(Number))
      void queryClient.invalidateQueries({ queryKey: contentKey('post', id), predicate: isNotDeleted })
  }, [ids, queryClient])
}

const isNotDeleted = ({ state }: Query) => state.data !== null

async function fetchPostState(client: QueryClient, id: number, signal: AbortSignal): Promise<PostState | null> {
  try {
    const state = await call(getPostState, { params: { id } }, { signal })
    updatePost(client, id, () => state)
    return state
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return null
    throw failure
  }
}

function stateOf(post: Post): PostState {
  const { id, text, hashtag_list, edited_at, likes_count, comments_count } = post
  return { id, text, ...writtenOf(post), hashtag_list, edited_at, likes_count, comments_count }
}

export const postRevisionsQuery = (id: number) => query(listPostRevisions, { params: { id } })

/** Likes or unlikes. The button shows the new state before the response. */
export function useLikePost(id: number) {
  const queryClient = useQueryClient()
  return useMutation<Pick<Post, 'user_has_liked' | 'likes_count'>, ApiFailure, boolean>({
    mutationFn: (like) =>
      sendOrRead(
        () => call(like ? likePost : unlikePost, { params: { id } }),
        async () => {
          const { user_has_liked, likes_count } = await call(getPost, { params: { id } })
          return user_has_liked === like ? { user_has_liked, likes_count } : undefined
        },
      ),
    onSuccess: (liked) => updatePost(queryClient, id, () => liked),
    onError: (failure) => {
      toast({ ...likeFailure(failure), action: resendAction(failure) })
      refetchIfDeleted(queryClient, id, failure)
    },
  })
}

/** Replaces the descriptions of the post's images or video. */
export function useDescribePost(id: number) {
  const queryClient = useQueryClient()
  return useMutation<Post, ApiFailure, string[]>({
    mutationFn: (media_alt) => call(describePost, { params: { id }, body: { media_alt } }),
    onSuccess: ({ media }) => {
      updatePost(queryClient, id, () => ({ media }))
      return queryClient.invalidateQueries({ queryKey: contentKey('post', id) })
    },
    onError: (failure) => refetchIfDeleted(queryClient, id, failure),
  })
}

/** Replaces the captions of the post's video, or removes them. */
export function useSetCaptions(id: number) {
  const queryClient = useQueryClient()
  return useMutation<Post, ApiFailure, File | undefined>({
    mutationFn: async (file) => {
      const captions = file ? await file.text() : null
      return call(setCaptions, { params: { id }, body: { captions } })
    },
    onSuccess: (post) => {
      updatePost(queryClient, id, () => post)
      return queryClient.invalidateQueries({ queryKey: contentKey('post', id) })
    },
    onError: (failure) => refetchIfDeleted(queryClient, id, failure),
  })
}

export function useEditPost(id: number) {
  const queryClient = useQueryClient()
  return useMutation<Post, ApiFailure, Written & { text: string }>({
    mutationFn: (body) => call(editPost, { params: { id }, body }),
    onSuccess: (post) => {
      updatePost(queryClient, id, () => post)
      return queryClient.invalidateQueries({ queryKey: contentKey('post', id) })
    },
    onError: (failure) => {
      toast(editFailure(failure))
      refetchIfDeleted(queryClient, id, failure)
    },
  })
}

/** The card replaces the post by a notice. The lists drop it with their next refetch. */
export function useDeletePost(post: Post) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendOrRead(
        () => call(deletePost, { params: { id: post.id } }),
        () => ifGone(call(getPostState, { params: { id: post.id } }), { deleted: true }),
      ),
    onSuccess: () => queryClient.setQueryData(postStateQuery(post).queryKey, null),
  })
}

/** A post that another device or a moderator deleted: its state responds with 404, and the card says so. */
export function refetchIfDeleted(queryClient: QueryClient, id: number, failure: ApiFailure): void {
  if (failure.status === 404) {
    void queryClient.invalidateQueries({ queryKey: contentKey('post', id) })
  }
}

const postsPath = '/api/boilerroom/posts/'

/**
 * Updates a post in every cached list and in its own entry. The lists keep their age, so that an update of one post does
 * not postpone their next refetch.
 */
export function updatePost(queryClient: QueryClient, id: number, change: (post: Post) => Partial<Post>): void {
  changeCachedRows<Post>(
    queryClient,
    { queryKey: urlKey(postsPath), predicate: ({ queryKey }) => isPostList(queryKey) || isEntryOf(queryKey, id) },
    // Their recent comments have ids too.
    (row) => row.id === id && 'hashtag_list' in row,
    change,
  )
}

/** `posts/`, then search params, page marker or nothing. Other entries below `posts/` continue with the id of a post. */
function isPostList(key: QueryKey): boolean {
  const next = key[urlKey(postsPath).length]
  return typeof next !== 'string' || next === 'pages'
}

function isEntryOf(key: QueryKey, id: number): boolean {
  return key.length === urlKey(postsPath).length + 1 && key.at(-1) === String(id)
}
