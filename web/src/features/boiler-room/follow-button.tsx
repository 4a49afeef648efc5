import type { FollowedUser } from '@wtpu/contract/boiler-room'
import { useQuery } from '@tanstack/react-query'
import { UserCheck, UserPlus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { followingQuery, useFollow } from './api.ts'

/** Follow or Unfollow. Disabled until it is known whether the viewer follows the user. */
export function FollowButton({ user }: { user: FollowedUser }) {
  const { data } = useQuery(followingQuery(user.id))
  const follow = useFollow(user)
  const followed = Array.isArray(data) ? data.length > 0 : undefined
  const Icon = followed ? UserCheck : UserPlus
  return (
    <Button
      variant={followed ? 'secondary' : 'primary'}
      disabled={followed === undefined}
      onClick={() => !follow.isPending && follow.mutate(!followed)}
    >
      <Icon aria-hidden className="size-4" />
      {followed ? 'Unfollow' : 'Follow'} <span className="sr-only">{user.name}</span>
    </Button>
  )
}
