import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/user/$userId')({ component: UserPage })

const planned = ['Recent posts', 'Followers', 'Follow and unfollow']

function UserPage() {
  return (
    <ComingSoon path="/user/1" planned={planned}>
      A member's public profile.
    </ComingSoon>
  )
}
