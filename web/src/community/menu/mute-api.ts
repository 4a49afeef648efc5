import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  blockUser,
  getMuteState,
  type MuteState,
  muteUser,
  unblockUser,
  unmuteUser,
} from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { type ApiFailure, call, query } from '#lib/api/api.ts'
import { showServerOrder } from '#lib/stable-list.ts'
import { toast } from '#ui/toast/toast.tsx'

const changes = {
  mute: { endpoint: muteUser, done: 'You no longer see what they write' },
  unmute: { endpoint: unmuteUser, done: 'You see what they write again' },
  block: { endpoint: blockUser, done: 'They can no longer follow you or comment on your posts' },
  unblock: { endpoint: unblockUser, done: 'They can follow you and comment on your posts again' },
} as const
export type MuteChange = keyof typeof changes

export const muteStateQuery = (id: number) => query(getMuteState, { params: { id } })

/** Mutes or blocks a user, or ends that, and says so. Everything on the page that shows people is loaded again. */
export function useMute({ id, name }: { id: number; name: string }) {
  const client = useQueryClient()
  return useMutation<MuteState, ApiFailure, MuteChange>({
    mutationFn: (change) => call(changes[change].endpoint, { params: { id } }),
    onSuccess: (state, change) => {
      client.setQueryData(muteStateQuery(id).queryKey, state)
      toast({ title: name, description: changes[change].done, variant: 'success' })
      void client.invalidateQueries().then(showServerOrder)
    },
    onError: ({ message }) => toast({ title: name, description: message, variant: 'error' }),
  })
}
