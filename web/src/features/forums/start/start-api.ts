import type { Written } from '@wtpu/contract/schemas'
import { createDiscussion, excerptMaxLength, type Discussion } from '@wtpu/contract/forums/discussions'
import { createTag, listTags, type Tag } from '@wtpu/contract/forums/tags'
import { keepPreviousData, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, urlKey, query, type ApiFailure } from '#lib/api/api.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { toast } from '#ui/toast/toast.tsx'
import { discussionPagesQuery, refreshLists, referenceStaleMs } from '#features/forums/api.ts'
import { createFailure, discussionCreated } from '#features/forums/messages.ts'

/** Short enough that the list of choices needs little scrolling. */
const tagChoices = 8

/** The most used tags, or those with a word that starts with `q`. */
export const tagsQuery = (q: string) =>
  query(
    listTags,
    { querystring: { q, limit: tagChoices } },
    { staleTime: referenceStaleMs, placeholderData: keepPreviousData },
  )

interface NewDiscussion extends Written {
  title: string
  description: string
  category: number
  tag_ids: number[]
}

/** Shows a toast for a failure that the dialog does not show, because it was closed. */
export function useCreateDiscussion(isOpen: () => boolean) {
  const queryClient = useQueryClient()
  const sendOnce = useIdempotencyKey('start-discussion')
  return useMutation<Discussion, ApiFailure, NewDiscussion>({
    mutationFn: (body) =>
      sendOnce(body, (idempotency_key) => call(createDiscussion, { body: { ...body, idempotency_key } })),
    onSuccess: (discussion) => {
      toast(discussionCreated)
      showInLists(queryClient, discussion)
    },
    onError: (failure) => {
      if (!isOpen()) toast(createFailure(failure))
    },
  })
}

export function useCreateTag() {
  const queryClient = useQueryClient()
  return useMutation<Tag, ApiFailure, string>({
    mutationFn: (name) => call(createTag, { body: { name } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: urlKey(listTags.url) }),
  })
}

/** Shows the discussion at once at the top of the latest ones, then refreshes the lists. */
function showInLists(queryClient: QueryClient, discussion: Discussion): void {
  const row = { ...discussion, description: Array.from(discussion.description).slice(0, excerptMaxLength).join('') }
  queryClient.setQueryData(
    discussionPagesQuery({}).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) =>
          index === 0 ? { ...page, results: [row, ...page.results], count: page.count && page.count + 1 } : page,
        ),
      },
  )
  refreshLists(queryClient)
}
