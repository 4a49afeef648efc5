import { getUser, type User } from '@wtpu/contract/accounts'
import { followUser, listFollowing, type FollowedUser } from '@wtpu/contract/boiler-room'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '#lib/api/api.ts'

/** That one person when the viewer follows them, else nobody. */
export const followingQuery = (userId: number) => query(listFollowing, { querystring: { user: String(userId) } })

declare global {
  interface WindowEventMap {
    'wtpu-follow': CustomEvent<{ username: string; following: boolean }>
  }
}

/** Moves at once, and back without a word when the server says no (decision 85). */
export function useFollow({ id, username, name, avatar }: FollowedUser) {
  const queryClient = useQueryClient()
  const { queryKey } = followingQuery(id)
  const set = (following: boolean) =>
    queryClient.setQueryData(queryKey, following ? [{ id, username, name, avatar }] : [])
  /** Under its number and under its username: either may be in the address. */
  const countFollowers = (change: (before: number) => number) => {
    for (const key of [String(id), username]) {
      queryClient.setQueryData<User>(keyOf(getUser.url.replace(':id', key)), (user) =>
        user ? { ...user, followers_count: change(user.followers_count) } : undefined,
      )
    }
  }
  return useMutation({
    mutationFn: (_following: boolean) => call(followUser, { params: { user: String(id) } }),
    onMutate: async (following) => {
      await queryClient.cancelQueries({ queryKey })
      set(following)
      countFollowers((before) => before + (following ? 1 : -1))
    },
    onError: (_failure, following) => {
      set(!following)
      countFollowers((before) => before - (following ? 1 : -1))
    },
    onSuccess: (reply) => {
      set(reply.following)
      countFollowers(() => reply.followers_count)
      window.dispatchEvent(new CustomEvent('wtpu-follow', { detail: { username, following: reply.following } }))
    },
  })
}
