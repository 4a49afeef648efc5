import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function PoliticianCardSkeleton() {
  return (
    <div data-testid="politician-skeleton" className={cardClass('flex flex-col gap-4 p-4 sm:p-5')}>
      <div className="flex flex-wrap gap-4">
        <Skeleton className="h-25 w-20 shrink-0" />
        <div className="flex-1 basis-28">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-2 h-4 w-2/5" />
          <Skeleton className="mt-3 h-6 w-3/5" />
        </div>
      </div>
      <div>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="mt-2 h-2 w-full" />
        <Skeleton className="mt-3 h-4 w-3/4" />
      </div>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
