import type { SuggestedUser } from '@wtpu/contract/boiler-room'
import { initials } from '@wtpu/contract/people'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { compactCount } from '#lib/format.ts'
import { useSession } from '#lib/session/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { FollowButton } from '#features/boiler-room/follow-button.tsx'
import { noSuggestions, seeMore, showLess, suggestionsLoadFailed } from './messages.ts'
import type { AllPeople, PeopleSearch } from './people-search.ts'
import { suggestedUsersQuery } from './sidebar-api.ts'
import { SidebarError, SidebarSection } from '#ui/sidebar-section.tsx'

/** Specification 9: the number of suggestions shown at first. */
const shownAtFirst = 2
const title = 'Suggested Connections'

export function SuggestedConnections({ findingPeople, onPeopleFound, ...all }: PeopleSearch & AllPeople) {
  const suggestions = useQuery(suggestedUsersQuery())
  const session = useSession()
  const users = suggestions.data?.filter(({ id }) => id !== session?.user_id)
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useEffectEvent(() => {
    heading.current?.focus()
    onPeopleFound()
  })
  useEffect(() => {
    if (findingPeople) found()
  }, [findingPeople])
  return (
    <SidebarSection title={title} headingRef={heading}>
      {users ? (
        <Suggestions users={users} {...all} />
      ) : suggestions.isPending ? (
        <SuggestionsSkeleton />
      ) : (
        <SidebarError title={title} onRetry={() => suggestions.refetch()}>
          {suggestionsLoadFailed}
        </SidebarError>
      )}
    </SidebarSection>
  )
}

function Suggestions({ users, allPeople, onAllPeople }: { users: readonly SuggestedUser[] } & AllPeople) {
  if (users.length === 0) return <p className="text-soft">{noSuggestions}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {users.slice(0, allPeople ? users.length : shownAtFirst).map((user) => (
          <Suggestion key={user.id} user={user} />
        ))}
      </ul>
      {users.length > shownAtFirst && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={allPeople}
          onClick={() => onAllPeople(!allPeople)}
          className="mt-1 w-full"
        >
          {allPeople ? showLess : seeMore}
        </Button>
      )}
    </>
  )
}

function Suggestion({ user }: { user: SuggestedUser }) {
  const followers = `${compactCount(user.followers_count)} ${user.followers_count === 1 ? 'follower' : 'followers'}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar image={user.avatar} initials={initials(user.name)} size="small" />
      <div className="min-w-0 flex-1 basis-24">
        <Link
          to="/user/$userId"
          params={{ userId: String(user.id) }}
          className="block py-0.5 leading-snug font-semibold wrap-anywhere hover:underline"
        >
          <bdi>{user.name}</bdi>
        </Link>
        <p className="text-sm text-soft wrap-anywhere">{followers}</p>
      </div>
      <FollowButton user={user} followed={false} followedLabel="Following" size="small" />
    </li>
  )
}

function SuggestionsSkeleton() {
  return (
    <div aria-busy className="divide-y divide-line">
      <output className="sr-only">Loading suggested connections...</output>
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-1 h-4 w-16" />
          </div>
          <Skeleton className="h-11 w-24" />
        </div>
      ))}
      <div className="h-12" />
    </div>
  )
}
