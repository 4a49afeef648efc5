import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** As tall as two lines that open the comparison. */
export function ComparisonSkeleton() {
  return (
    <LoadingState
      label="Loading the vote of Congress..."
      className="flex min-h-14.25 items-center border-t border-line"
    >
      <Skeleton className="h-5 w-4/5" />
    </LoadingState>
  )
}
