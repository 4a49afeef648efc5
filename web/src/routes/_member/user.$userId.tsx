import { Part } from '#lib/part.tsx'
import type { User } from '@wtpu/contract/accounts/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { userQuery } from '#features/accounts/user-api.ts'
import { PublicProfile } from '#features/accounts/public-profile.tsx'
import { PersonMenu } from '#community/menu/person-menu.tsx'
import { FollowButton } from '#features/boiler-room/follow-button.tsx'
import { RecentPosts } from '#features/boiler-room/feed/post-feed.tsx'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'

export const Route = createFileRoute('/_member/user/$userId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(userQuery(params.userId)),
  component: UserPage,
})

function UserPage() {
  const { userId } = Route.useParams()
  useCanonicalUrl(userId)
  return (
    <div className="page max-w-4xl">
      <PublicProfile userId={userId} Actions={Actions} Posts={RecentPosts} />
    </div>
  )
}

/** A URL with a username is replaced by the one with the id, which is canonical. */
function useCanonicalUrl(userId: string) {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: user } = useQuery(userQuery(userId))
  useEffect(() => {
    if (!user || String(user.id) === userId) return
    // Copy the user to the cache entry of the new URL, so that the skeleton does not appear again.
    queryClient.setQueryData(userQuery(String(user.id)).queryKey, user)
    void navigate({ params: { userId: String(user.id) }, replace: true })
  }, [user, userId, navigate, queryClient])
}

function Actions({ user }: { user: User }) {
  const session = useSession()
  if (user.id !== session?.user_id) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Part of="boiler-room">
          <FollowButton user={user} />
        </Part>
        <PersonMenu id={user.id} name={user.name} />
      </div>
    )
  }
  return (
    <Link to="/profile-settings" className={buttonClass({ variant: 'secondary' })}>
      Edit Profile
    </Link>
  )
}
