import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, MessagesSquare } from 'lucide-react'
import { useEndlessList } from '#lib/endless-list.ts'
import { backLinkClass, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EndlessList } from '#ui/list/endless-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ActivityLegend } from '#features/forums/activity-dot.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'
import { ForumsError } from '#features/forums/forums-error.tsx'
import { noDiscussions } from '#features/forums/messages.ts'
import { ActivityRow } from './activity-row.tsx'

const rowsPerStep = 12

/** All discussions by their last activity. */
export function ActivityPage() {
  return (
    <div className="frame max-w-4xl py-5 sm:py-14">
      <Link to="/forums" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Political Forums
      </Link>
      <h1 className="mt-1 text-3xl leading-tight sm:text-5xl">Recent Activity</h1>
      <p className="mt-1 text-soft sm:mt-3 sm:text-lg">All discussions, the one with the latest reply first.</p>
      <div className="mt-4 mb-4 sm:mt-6">
        <ActivityLegend />
      </div>
      <ActivityList />
    </div>
  )
}

function ActivityList() {
  const pages = useInfiniteQuery(discussionPagesQuery({}))
  const list = useEndlessList(pages, { keepRemoved: true, rowsPerStep })
  if (pages.isPending) return <ActivitySkeleton />
  if (!pages.data) return <ForumsError failure={pages.error} />
  if (list.rows.length === 0) {
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={noDiscussions}
        action={
          <Link to="/forums" className={buttonClass()}>
            Go to the Forums
          </Link>
        }
      >
        Replies to discussions appear here.
      </EmptyState>
    )
  }
  return (
    <EndlessList list={list} noun="discussion" pauses>
      <ul aria-label="Discussions by last activity" className={cardClass('mb-4 divide-y divide-line overflow-hidden')}>
        {list.rows.map((discussion) => (
          <ActivityRow key={discussion.id} discussion={discussion} />
        ))}
      </ul>
    </EndlessList>
  )
}

function ActivitySkeleton() {
  return (
    <div aria-busy className={cardClass('divide-y divide-line')}>
      <output className="sr-only">Loading recent activity...</output>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex items-start gap-3.5 p-4 sm:px-5">
          <Skeleton className="mt-1.5 size-2.5 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-2.5 h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
