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
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="h-11 w-20 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="mt-2 h-2.5 w-full" />
            <Skeleton className="mt-2 h-4 w-16" />
          </div>
        </div>
      ))}
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
