import { Skeleton } from '#ui/skeleton.tsx'

/** Shaped like a chart above a map with its table. */
export function ResultsSkeleton() {
  return (
    <div aria-busy className="@container">
      <output className="sr-only">Loading results...</output>
      <Skeleton className="mb-6 h-11 w-full" />
      <Skeleton className="mb-3 h-7 w-40 max-w-full" />
      <Skeleton className="mb-8 h-56 w-full" />
      <Skeleton className="mb-3 h-7 w-28 max-w-full" />
      <div className="grid grid-cols-1 gap-6 @xl:grid-cols-[5fr_6fr]">
        <Skeleton className="aspect-[11/8] w-full" />
        <Skeleton className="h-40 w-full @xl:h-auto" />
      </div>
    </div>
  )
}
