import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** A placeholder in the shape of a discussion card. */
function DiscussionCardSkeleton() {
  return (
    <div className={cardClass('p-4 sm:p-5')}>
      <Skeleton className="h-6 w-28 rounded-full!" />
      <Skeleton className="mt-3 h-6 w-4/5" />
      <Skeleton className="mt-3.5 h-4" />
      <Skeleton className="mt-2.5 h-4" />
      <Skeleton className="mt-2.5 h-4 w-3/5" />
      <div className="mt-4 flex gap-2">
        <Skeleton className="h-6 w-20 rounded-full!" />
        <Skeleton className="h-6 w-24 rounded-full!" />
      </div>
      <div className="mt-4 flex items-center gap-2.5 border-t border-line pt-3">
        <Skeleton className="size-9 shrink-0 rounded-full!" />
        <div className="flex-1">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-1.5 h-4 w-36" />
        </div>
        <Skeleton className="h-4 w-40 max-sm:hidden" />
      </div>
    </div>
  )
}

export function DiscussionListSkeleton() {
  return (
    <div aria-busy className="grid gap-4">
      <output className="sr-only">Loading discussions...</output>
      {[0, 1, 2, 3].map((card) => (
        <DiscussionCardSkeleton key={card} />
      ))}
    </div>
  )
}
