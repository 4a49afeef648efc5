import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Placeholders in the shape of post cards. */
export function PostSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div aria-busy className="grid gap-4 sm:gap-5">
      <output className="sr-only">Loading posts...</output>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={cardClass('p-4 sm:p-5')}>
          <div className="flex items-center gap-3">
            <Skeleton className="size-12 shrink-0 rounded-full!" />
            <div className="flex-1">
              <Skeleton className="h-5 w-40 max-w-full" />
              <Skeleton className="mt-1.5 h-4 w-20" />
            </div>
          </div>
          <Skeleton className="mt-4 h-5" />
          <Skeleton className="mt-2 h-5 w-3/5" />
          <div className="mt-5 flex gap-3">
            <Skeleton className="h-9 w-20" />
            <Skeleton className="h-9 w-20" />
          </div>
        </div>
      ))}
    </div>
  )
}
