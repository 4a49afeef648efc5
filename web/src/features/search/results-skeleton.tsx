import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Two groups of rows, as the results will be. */
export function ResultsSkeleton() {
  return (
    <div aria-busy className="grid gap-8">
      <output className="sr-only">Searching...</output>
      {[3, 2].map((rows) => (
        <div key={rows}>
          <Skeleton className="mt-2 mb-4 h-6 w-32" />
          <div className={cardClass('divide-y divide-line')}>
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className="flex gap-3 p-4">
                <Skeleton className="size-9 shrink-0 rounded-control" />
                <div className="min-w-0 flex-1">
                  <Skeleton className="mb-2 h-5 w-3/5" />
                  <Skeleton className="h-4 w-11/12" />
                </div>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
