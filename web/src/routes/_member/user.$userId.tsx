import type { User } from '@wtpu/contract/accounts'
import { createFileRoute, Link } from '@tanstack/react-router'
import { userQuery } from '#features/accounts/user-api.ts'
import { PublicProfile } from '#features/accounts/public-profile.tsx'
import { FollowButton } from '#features/boiler-room/follow-button.tsx'
import { useSession } from '#lib/session.ts'
import { buttonClass } from '#ui/button.tsx'

export const Route = createFileRoute('/_member/user/$userId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(userQuery(params.userId)),
  component: UserPage,
})

function UserPage() {
  const { userId } = Route.useParams()
  return (
    <div className="frame max-w-4xl py-8 sm:py-12">
      <PublicProfile userId={userId} Actions={Actions} />
    </div>
  )
}

function Actions({ user }: { user: User }) {
  const session = useSession()
  if (user.id !== session?.user_id) return <FollowButton user={user} />
  return (
    <Link to="/profile-settings" className={buttonClass({ variant: 'secondary' })}>
      Edit Profile
    </Link>
  )
}
