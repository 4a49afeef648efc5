import { type Discussion, getDiscussion } from '@wtpu/contract/forums/discussions'
import type { WatchLevel } from '@wtpu/contract/forums/watch-levels'
import { watchDiscussion } from '@wtpu/contract/notifications/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { toast } from '#ui/toast/toast.tsx'

/** Shows the new level before the server has confirmed it. */
export function useWatchDiscussion(id: number) {
  const queryClient = useQueryClient()
  const queryKey = urlKey(getDiscussion.url.replace(':id', String(id)))
  const show = (watch: WatchLevel | undefined) =>
    queryClient.setQueryData<Discussion>(queryKey, (discussion) => discussion && { ...discussion, watch })
  return useMutation<{ level: WatchLevel }, ApiFailure, WatchLevel, WatchLevel | undefined>({
    mutationFn: (level) =>
      sendOrRead(
        () => call(watchDiscussion, { params: { id }, body: { level } }),
        async () => ((await call(getDiscussion, { params: { id } })).watch === level ? { level } : undefined),
      ),
    // One after the other, so that the last choice is stored last.
    scope: { id: `watch-${id}` },
    onMutate: (level) => {
      const before = queryClient.getQueryData<Discussion>(queryKey)?.watch
      show(level)
      return before
    },
    onError: (failure, _level, before) => {
      show(before)
      toast({ title: failure.detail || 'Your choice could not be saved. Please try again.', variant: 'error' })
    },
  })
}
