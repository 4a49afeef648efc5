import { getUser, type User } from '@wtpu/contract/accounts/accounts'
import { followUser, listFollowing, listSuggestedUsers, type FollowedUser } from '@wtpu/contract/boiler-room/follows'
import { listPosts } from '@wtpu/contract/boiler-room/posts'
import { useMutation, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { call, urlKey, query } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'

/** Contains the user if the viewer follows them, else is empty. */
export const followingQuery = (userId: number) => query(listFollowing, { querystring: { user: String(userId) } })

declare global {
  interface WindowEventMap {
    'wtpu-follow': CustomEvent<{ username: string; following: boolean }>
  }
}

/** Follows or unfollows optimistically. Rolls back silently when the request fails. */
export function useFollow({ id, username, name, avatar }: FollowedUser) {
  const queryClient = useQueryClient()
  const { queryKey } = followingQuery(id)
  const setFollowing = (following: boolean) =>
    queryClient.setQueryData(queryKey, following ? [{ id, username, name, avatar }] : [])
  // The profile may be cached by id and by username, because the URL accepts both.
  const updateFollowersCount = (change: (before: number) => number) => {
    for (const key of [String(id), username]) {
      queryClient.setQueryData<User>(urlKey(getUser.url.replace(':id', key)), (user) =>
        user ? { ...user, followers_count: change(user.followers_count) } : undefined,
      )
    }
  }
  return useMutation({
    mutationFn: (following: boolean) =>
      sendOrRead(
        () => call(followUser, { params: { user: String(id) } }),
        async () => {
          const found = await call(listFollowing, { querystring: { user: String(id) } })
          if (Array.isArray(found) && found.length > 0 !== following) return undefined
          const user = await call(getUser, { params: { id: String(id) } })
          return 'followers_count' in user ? { following, followers_count: user.followers_count } : undefined
        },
      ),
    onMutate: async (following) => {
      await queryClient.cancelQueries({ queryKey })
      setFollowing(following)
      updateFollowersCount((before) => before + (following ? 1 : -1))
    },
    onError: (_failure, following) => {
      setFollowing(!following)
      updateFollowersCount((before) => before - (following ? 1 : -1))
    },
    onSuccess: (response) => {
      setFollowing(response.following)
      updateFollowersCount(() => response.followers_count)
      window.dispatchEvent(new CustomEvent('wtpu-follow', { detail: { username, following: response.following } }))
      markFollowedListsStale(queryClient)
    },
  })
}

/**
 * After the viewer followed someone: reloads the list of followed people, and on their next use the posts of followed people
 * and the suggestions. A suggestion must not disappear while the viewer looks at it.
 */
function markFollowedListsStale(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: urlKey(listFollowing.url), exact: true })
  void queryClient.invalidateQueries({ queryKey: urlKey(listSuggestedUsers.url), refetchType: 'none' })
  queryClient.removeQueries({ queryKey: urlKey(listPosts.url), type: 'inactive', predicate: isFollowedPosts })
}

function isFollowedPosts({ queryKey }: Query): boolean {
  return queryKey.some(
    (part) => typeof part === 'object' && part !== null && 'filter' in part && part.filter === 'following',
  )
}
