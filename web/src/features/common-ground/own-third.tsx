import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Third } from '@wtpu/contract/common-ground'
import { minVotesOnLine } from '@wtpu/contract/disclosure'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { ownGroupQuery } from './small/api.ts'
import { Distinctions } from './distinctions.tsx'

const names = ['in the first third, at this end', 'in the middle third', 'in the last third, at that end'] as const
const thirds: readonly Third[] = [0, 1, 2]

/** The line, and the third of the viewer, which only they see. */
export function OwnThird() {
  return useSession() ? <Own /> : <Axis third={null} />
}

function Axis({ third }: { third: Third | null }) {
  return (
    <div aria-hidden className="grid grid-cols-3 gap-0.5 overflow-hidden rounded-full">
      {thirds.map((part) => (
        <span
          key={part}
          className={classes('h-3 forced-border', part === third ? 'bg-accent forced-highlight' : 'bg-edge')}
        />
      ))}
    </div>
  )
}

function Own() {
  const own = useQuery(ownGroupQuery())
  if (own.isPending) {
    return (
      <LoadingState label="Loading your third...">
        <Skeleton className="h-3 w-full" />
        <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      </LoadingState>
    )
  }
  if (!own.data) return <ErrorState inCard title="Your third could not be loaded" query={own} />
  const { third, takes_part: takesPart, why_third: why } = own.data
  const settings = (
    <Link to="/profile-settings" className="text-link">
      Profile Settings
    </Link>
  )
  return (
    <section aria-label="Your third">
      <Axis third={third} />
      {third !== null && (
        <p className="mt-2">
          <b className="text-accent">You are {names[third]}.</b> Only you see this. You do not want to be on the line?
          Switch it off in your {settings}.
        </p>
      )}
      {third === null && takesPart && (
        <p className="mt-2">
          You are not on the line yet. It has people with at least {minVotesOnLine} votes, and is computed about once an
          hour. Of accounts that answer alike, one counts.
        </p>
      )}
      {!takesPart && (
        <p className="mt-2">Your votes do not take part in Common Ground. You can change that in your {settings}.</p>
      )}
      {why.length > 0 && (
        <Disclosure title="Why: your most typical votes" className="mt-1">
          <Distinctions list={why} of="your third" />
        </Disclosure>
      )}
    </section>
  )
}
