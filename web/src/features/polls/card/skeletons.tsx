import { cardClass } from '#ui/card.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The placeholder for a card with three options. */
export function PollCardSkeleton() {
  return (
    <div data-testid="poll-skeleton" className={cardClass('flex flex-col gap-5 p-4 sm:p-6')}>
      <Skeleton className="h-6 w-28" />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-6 w-11/12" />
        <Skeleton className="h-6 w-3/5" />
      </div>
      <div className="flex flex-col gap-2">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-13 w-full" />
        ))}
      </div>
      <Skeleton className="h-5 w-full" />
    </div>
  )
}

/** Shaped like a chart above a map with its table. */
export function ResultsSkeleton() {
  return (
    <LoadingState label="Loading results..." className="@container">
      <Skeleton className="mb-6 h-11 w-full" />
      <Skeleton className="mb-3 h-7 w-40 max-w-full" />
      <Skeleton className="mb-8 h-56 w-full" />
      <Skeleton className="mb-3 h-7 w-28 max-w-full" />
      <div className="grid grid-cols-1 gap-6 @xl:grid-cols-[5fr_6fr]">
        <Skeleton className="aspect-[11/8] w-full" />
        <Skeleton className="h-40 w-full @xl:h-auto" />
      </div>
    </LoadingState>
  )
}
