import { followPolitician, listFollowedPoliticians } from '@wtpu/contract/notifications/notifications'
import type { Politician } from '@wtpu/contract/politicians'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import UserCheck from 'lucide-react/icons/user-check'
import UserPlus from 'lucide-react/icons/user-plus'
import { usePendingValue } from '#community/use-pending-value.ts'
import { type ApiFailure, call, query } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

const followedQuery = () => query(listFollowedPoliticians, undefined, { meta: { own: true } })

/** Follow or Unfollow an official: whether the viewer is notified of new polls about them. */
export function FollowPolitician({ politician: { id, name } }: { politician: Pick<Politician, 'id' | 'name'> }) {
  const { data } = useQuery(followedQuery())
  const follow = useFollowPolitician(id)
  // A click while an earlier one is being sent counts too.
  const [followed, change] = usePendingValue(data?.includes(id) === true, follow.mutateAsync)
  const Icon = followed ? UserCheck : UserPlus
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-3"
      disabled={data === undefined}
      title="Be notified of new polls about this official"
      onClick={() => change((on) => !on)}
    >
      <Icon aria-hidden className="size-4" />
      {followed ? 'Unfollow' : 'Follow'} <span className="sr-only">{name}</span>
    </Button>
  )
}

function useFollowPolitician(id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = followedQuery()
  return useMutation({
    mutationFn: (follow: boolean) => sendFollow(id, follow),
    onSuccess: ({ following }) =>
      queryClient.setQueryData(queryKey, (ids = []) => [
        ...ids.filter((followed) => followed !== id),
        ...(following ? [id] : []),
      ]),
    onError: (failure: ApiFailure) =>
      toast({ title: failure.detail || 'Your choice could not be saved. Please try again.', variant: 'error' }),
  })
}

/** The endpoint toggles. If the viewer had followed on another device already, the first call takes that back. */
async function sendFollow(id: number, follow: boolean) {
  const send = () =>
    sendOrRead(
      () => call(followPolitician, { params: { id } }),
      async () => ((await call(listFollowedPoliticians)).includes(id) === follow ? { following: follow } : undefined),
    )
  const reply = await send()
  return reply.following === follow ? reply : send()
}
