import { Skeleton } from '#ui/skeleton.tsx'

export function ComparisonSkeleton() {
  return (
    <div aria-busy className="border-t border-line pt-3">
      <output className="sr-only">Loading the vote of Congress...</output>
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-5 w-2/5" />
      <Skeleton className="mt-4 h-20 w-3/5" />
      <Skeleton className="mt-4 h-16 w-3/5" />
    </div>
  )
}
