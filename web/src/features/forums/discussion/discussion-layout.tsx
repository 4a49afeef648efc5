import { attributesOf, type Written } from '@wtpu/contract/schemas'
import type { ReactNode } from 'react'
import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The id of the page's heading, to move focus to it. */
export const titleElementId = 'discussion-title'

/**
 * The parts of the page, used for both the skeleton and the loaded discussion. Sharing one `<h1>` keeps the focus that it
 * received on navigation when the title replaces its skeleton. The sidebar is last on small screens.
 */
export function DiscussionLayout({
  busy = false,
  breadcrumb,
  badges,
  title,
  writing,
  content,
  thread,
  sidebar,
}: {
  busy?: boolean
  breadcrumb: ReactNode
  badges: ReactNode
  title: ReactNode
  /** What the title is of. */
  writing?: Written
  content: ReactNode
  thread: ReactNode
  sidebar: ReactNode
}) {
  return (
    <div aria-busy={busy} className="page">
      {breadcrumb}
      <div className="mt-1 grid gap-x-10 gap-y-10 sm:mt-3 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <article aria-labelledby={titleElementId}>
            <h1
              id={titleElementId}
              tabIndex={-1}
              dir="auto"
              {...attributesOf(writing)}
              className="max-w-[32ch] wrap-anywhere"
            >
              {title}
            </h1>
            {badges}
            {content}
          </article>
          {/* With a key, the replies replace their skeleton instead of being moved by the text above. */}
          <div key={String(busy)} className="mt-8">
            {thread}
          </div>
        </div>
        {sidebar}
      </div>
    </div>
  )
}

/** The parts of the page while it loads. */
export const skeletonSections = {
  breadcrumb: (
    <div className="flex min-h-11 items-center">
      <Skeleton className="h-4 w-64 max-w-full" />
    </div>
  ),
  badges: <Skeleton className="mt-3 h-6 w-28 rounded-full!" />,
  title: (
    <>
      <span className="sr-only">Loading discussion...</span>
      <Skeleton className="h-[1.25em] w-4/5" />
    </>
  ),
  content: <ContentSkeleton />,
  thread: <RepliesSkeleton />,
  sidebar: (
    <div className={cardClass('h-36 p-5 lg:self-start')}>
      <Skeleton className="h-6 w-40" />
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
      <Skeleton className="mt-5 h-56 max-w-[72ch]" />
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
          <Skeleton className="h-20 flex-1" />
        </div>
      ))}
    </div>
  )
}
