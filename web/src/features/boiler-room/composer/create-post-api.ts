import type { Written } from '@wtpu/contract/schemas'
import { getUser } from '@wtpu/contract/accounts/accounts'
import { hashtagKey, hashtagsOf } from '@wtpu/contract/boiler-room/hashtags'
import { createPost, listPosts, type Post } from '@wtpu/contract/boiler-room/posts'
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { urlKey, type ApiFailure } from '#lib/api/api.ts'
import { addCachedRow } from '#lib/api/cached-pages.ts'
import { upload } from '#lib/api/upload.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { toast } from '#ui/toast/toast.tsx'
import { justPostedKey, type PostFilter } from '#features/boiler-room/feed-api.ts'
import { postPublished, publishFailure } from '../messages.ts'
import type { PickedMedia } from './use-media.ts'

interface NewPost extends Written {
  text: string
  media: readonly PickedMedia[]
}

/**
 * Publishes a post. `progress` is the share of the upload that has been sent. Leaving the page cancels it. Calls `onPosted`
 * even after the composer has unmounted, so that the draft is cleared.
 */
export function useCreatePost(onPosted: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const controller = useRef<AbortController>(null)
  const sendOnce = useIdempotencyKey('create-post')
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation<Post, ApiFailure, NewPost>({
    mutationFn: async (post) => {
      setProgress(0)
      controller.current = new AbortController()
      const { signal } = controller.current
      const content = {
        text: post.text,
        media: post.media.map(({ file, alt, captions }) => [...identity(file), alt, captions && identity(captions)]),
      }
      return sendOnce(content, async (key) =>
        upload(createPost, await formOf(post, key), { onProgress: setProgress, signal }),
      )
    },
    onSuccess: async (post) => {
      onPosted()
      toast(postPublished)
      await showInLists(queryClient, post)
    },
    onError: (failure) => {
      if (!failure.cancelled) toast({ ...publishFailure, action: resendAction(failure) })
    },
  })
  return { ...mutation, progress, cancel: () => controller.current?.abort() }
}

const identity = ({ name, size, lastModified }: File) => [name, size, lastModified]

async function formOf({ text, media, ...written }: NewPost, idempotency_key: string | undefined) {
  const poster = await media.find(({ kind }) => kind === 'video')?.poster
  return {
    body: {
      idempotency_key,
      text,
      ...written,
      hashtag_list: hashtagsOf(text),
      media_alt: media.map(({ alt }) => alt.trim()),
    },
    files: {
      media_files: media.map(({ file }) => file),
      poster: poster ? [poster] : [],
      captions: media.flatMap(({ captions }) => captions ?? []),
    },
  }
}

/** A response that is on its way may have been read before the post was published, and would remove it again. */
async function showInLists(queryClient: QueryClient, post: Post): Promise<void> {
  const lists = {
    queryKey: urlKey(listPosts.url),
    predicate: ({ queryKey }: { queryKey: QueryKey }) => isListWith(queryKey, post),
  }
  const isFetching = queryClient.isFetching(lists) > 0
  await queryClient.cancelQueries(lists)
  addToCachedLists(queryClient, post)
  if (isFetching) void queryClient.invalidateQueries(lists)
}

/** Shows the post at once in the lists that contain it. Lists that are not on screen are refetched on their next use. */
function addToCachedLists(queryClient: QueryClient, post: Post): void {
  queryClient.setQueryData<number[]>(justPostedKey, (ids = []) => [...ids, post.id])
  addCachedRow(
    queryClient,
    { queryKey: urlKey(listPosts.url), predicate: ({ queryKey }) => isListWith(queryKey, post) },
    post,
  )
  void queryClient.invalidateQueries({ queryKey: urlKey(listPosts.url), type: 'inactive', refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: urlKey(getUser.url.replace(':id', String(post.user))) })
}

/** The keys of posts' comments begin with the same path, so the position of the filter counts. */
function isListWith(queryKey: QueryKey, post: Post): boolean {
  const params = queryKey[urlKey(listPosts.url).length]
  if (queryKey.at(-1) !== 'pages' || typeof params !== 'object') return false
  const { filter, user, hashtag, q }: PostFilter = params ?? {}
  if (q !== undefined || (user !== undefined && user !== String(post.user))) return false
  if (filter === 'trending' && !post.is_trending) return false
  return hashtag === undefined || post.hashtag_list.some((name) => hashtagKey(name) === hashtagKey(hashtag))
}
