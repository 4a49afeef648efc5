import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  blockUser,
  getMuteState,
  type MuteState,
  muteUser,
  unblockUser,
  unmuteUser,
} from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { isOn } from '@wtpu/contract/site/parts'
import { type ApiFailure, call, query } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { showServerOrder } from '#lib/stable-list.ts'
import { toast } from '#ui/toast/toast.tsx'

interface Change {
  endpoint: typeof muteUser | typeof unmuteUser | typeof blockUser | typeof unblockUser
  isDone: (state: MuteState) => boolean
  done: string
}

const changes = {
  mute: { endpoint: muteUser, isDone: ({ muted }) => muted, done: 'You no longer see what they write' },
  unmute: { endpoint: unmuteUser, isDone: ({ muted }) => !muted, done: 'You see what they write again' },
  block: {
    endpoint: blockUser,
    isDone: ({ blocked }) => blocked,
    done: isOn('boiler-room')
      ? 'They can no longer follow you or comment on your posts'
      : 'You no longer see what they write',
  },
  unblock: {
    endpoint: unblockUser,
    isDone: ({ blocked }) => !blocked,
    done: isOn('boiler-room') ? 'They can follow you and comment on your posts again' : 'You see what they write again',
  },
} as const satisfies Record<string, Change>
export type MuteChange = keyof typeof changes

export const muteStateQuery = (id: number) => query(getMuteState, { params: { id } })

/** Mutes or blocks a user, or ends that, and says so. Everything on the page that shows people is loaded again. */
export function useMute({ id, name }: { id: number; name: string }) {
  const client = useQueryClient()
  return useMutation<MuteState, ApiFailure, MuteChange>({
    mutationFn: (change) =>
      sendOrRead(
        () => call(changes[change].endpoint, { params: { id } }),
        async () => {
          const state = await call(getMuteState, { params: { id } })
          return changes[change].isDone(state) ? state : undefined
        },
      ),
    onSuccess: (state, change) => {
      client.setQueryData(muteStateQuery(id).queryKey, state)
      toast({ title: name, description: changes[change].done, variant: 'success' })
      void client.invalidateQueries().then(showServerOrder)
    },
    onError: ({ message }) => toast({ title: name, description: message, variant: 'error' }),
  })
}
