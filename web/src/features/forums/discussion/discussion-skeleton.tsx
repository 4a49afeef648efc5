import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The parts of the page while it loads. */
export const skeletonSections = {
  breadcrumb: (
    <div className="flex min-h-11 items-center">
      <Skeleton className="h-4 w-64 max-w-full" />
    </div>
  ),
  badges: <Skeleton className="h-6 w-28 rounded-full!" />,
  title: (
    <>
      <span className="sr-only">Loading discussion...</span>
      <Skeleton className="h-[1.25em] w-4/5" />
    </>
  ),
  content: <ContentSkeleton />,
  thread: <RepliesSkeleton />,
  sidebar: (
    <div className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:gap-5">
      <div className={cardClass('h-36 p-5')}>
        <Skeleton className="h-6 w-40" />
      </div>
      <div className={cardClass('h-56 p-5')}>
        <Skeleton className="h-6 w-48" />
      </div>
    </div>
  ),
}

function ContentSkeleton() {
  return (
    <div>
      <div className="mt-4 flex items-center gap-3">
        <Skeleton className="size-9 shrink-0 rounded-full!" />
        <Skeleton className="h-5 w-48 max-w-full" />
      </div>
      <div className="mt-5 max-w-[72ch] space-y-3.5">
        {Array.from({ length: 7 }, (_, line) => (
          <Skeleton key={line} className="h-4" />
        ))}
        <Skeleton className="h-4 w-3/5" />
      </div>
      <Skeleton className="mt-10 h-11" />
    </div>
  )
}

function RepliesSkeleton() {
  return (
    <div className="space-y-6">
      <Skeleton className="h-7 w-40" />
      {[0, 1].map((reply) => (
        <div key={reply} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex-1 space-y-2.5">
            <Skeleton className="h-5 w-44 max-w-full" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
