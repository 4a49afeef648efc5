import { useSession } from '#lib/session/session.ts'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** About as tall as the comparison, so that the page below stays in place. Members also see their representatives and state. */
export function ComparisonSkeleton() {
  const isSignedIn = useSession() !== null
  return (
    <LoadingState label="Loading the vote of Congress..." className="border-t border-line pt-3">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-5 w-2/5" />
      <Skeleton className={`mt-4 w-3/5 ${isSignedIn ? 'h-52' : 'h-24'}`} />
      <Skeleton className="mt-4 h-16 w-full" />
    </LoadingState>
  )
}
