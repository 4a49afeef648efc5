import type { FollowedUser } from '@wtpu/contract/boiler-room/follows'
import { useQuery } from '@tanstack/react-query'
import UserCheck from 'lucide-react/icons/user-check'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ComponentProps } from 'react'
import { usePendingValue } from '#community/use-pending-value.ts'
import { Button } from '#ui/button.tsx'
import { followingQuery, useFollow } from './api.ts'

/** Follow or Unfollow. Disabled until it is known whether the viewer follows the user. */
export function FollowButton({
  user,
  followedLabel = 'Unfollow',
  followed: initiallyFollowed,
  size,
}: {
  user: FollowedUser
  followedLabel?: 'Unfollow' | 'Following'
  /** Whether the viewer followed the user when the page was loaded, if the page knows it. */
  followed?: boolean
  size?: ComponentProps<typeof Button>['size']
}) {
  const { data } = useQuery({
    ...followingQuery(user.id),
    initialData: initiallyFollowed === undefined ? undefined : initiallyFollowed ? [user] : [],
  })
  const follow = useFollow(user)
  const stored = Array.isArray(data) ? data.length > 0 : undefined
  // A click while an earlier one is being sent counts too.
  const [followed, change] = usePendingValue(stored === true, follow.mutateAsync)
  const Icon = followed ? UserCheck : UserPlus
  return (
    <Button
      variant={followed ? 'secondary' : 'primary'}
      size={size}
      disabled={stored === undefined}
      onClick={() => change((on) => !on)}
    >
      <Icon aria-hidden className="size-4" />
      {followed ? followedLabel : 'Follow'} <span className="sr-only">{user.name}</span>
    </Button>
  )
}
