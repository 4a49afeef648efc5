import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { minVotesOfVoter } from '@wtpu/contract/disclosure'
import { useSession } from '#lib/session/session.ts'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { GroupMarker } from '#community/groups/group-marker.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { ownGroupQuery } from './small/api.ts'
import { Distinctions } from './distinctions.tsx'

/** The viewer's own group, which only they see. */
export function OwnGroup() {
  if (!useSession()) return null
  return (
    <section aria-labelledby="own-group" className={cardClass('my-5 p-4')}>
      <h2 id="own-group" className="sr-only">
        Your group
      </h2>
      <Content />
    </section>
  )
}

function Content() {
  const own = useQuery(ownGroupQuery())
  if (own.isPending) {
    return (
      <LoadingState label="Loading your group...">
        <Skeleton className="h-7 w-56 max-w-full" />
        <Skeleton className="mt-3 h-5 w-4/5" />
      </LoadingState>
    )
  }
  if (!own.data) return <ErrorState inCard title="Your group could not be loaded" query={own} />
  const { group, takes_part: takesPart, why } = own.data
  const settings = (
    <Link to="/profile-settings" className="text-link">
      Profile Settings
    </Link>
  )
  if (!takesPart) {
    return <p>Your votes do not take part in Common Ground. You can change that in your {settings}.</p>
  }
  if (!group) {
    return (
      <p>
        You are in no group yet. Groups are computed from people with at least {minVotesOfVoter} votes, about once an
        hour. Of accounts that answer alike, one counts.
      </p>
    )
  }
  return (
    <>
      <p className="flex items-center gap-3 font-serif text-xl font-semibold">
        <GroupMarker group={group} className="size-8 text-base" />
        You are in group {group}
      </p>
      <p className="mt-2 max-w-prose text-soft">
        Only you can see this. You do not want to be in a group? Switch it off in your {settings}.
      </p>
      {why.length > 0 && (
        <Disclosure title="Why: your most typical votes" className="mt-1">
          <Distinctions list={why} of={`group ${group}`} />
        </Disclosure>
      )}
    </>
  )
}
