import { attributesOf } from '@wtpu/contract/schemas'
import type { ListedDiscussion } from '@wtpu/contract/forums/discussions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { memo } from 'react'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useEndlessList } from '#lib/endless-list.ts'
import { useNow } from '#lib/time.ts'
import { backLinkClass, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { activityAge, ActivityDot, ActivityLegend, StatusBadges, titleIdOf } from './discussion-badges.tsx'
import { discussionPagesQuery } from './api.ts'
import { ForumsError } from './forums-error.tsx'
import { amount, noDiscussions } from './messages.ts'
import { categoryOf } from './search.ts'

const rowsPerStep = 12

/** All discussions by their last activity. */
export function ActivityPage() {
  return (
    <div className="page max-w-4xl">
      <Link to="/forums" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Political Forums
      </Link>
      <h1 className="mt-1">Recent Activity</h1>
      <p className="mt-1 text-soft sm:mt-3 sm:text-lg">All discussions, the one with the latest reply first.</p>
      <div className="mt-4 sm:mt-6">
        <ActivityList />
      </div>
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
    <EndlessList list={list} noun="discussion">
      <Legend />
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
    <>
      <Legend />
      <LoadingState label="Loading recent activity..." rows={8} className={cardClass('divide-y divide-line')}>
        <div className="flex items-start gap-3.5 p-4 sm:px-5">
          <Skeleton className="mt-1.5 size-2.5 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-2.5 h-4 w-1/2" />
          </div>
        </div>
      </LoadingState>
    </>
  )
}

const Legend = () => (
  <div className="mb-4">
    <ActivityLegend />
  </div>
)

/** A discussion and the age of its last activity, as a color and in words. The whole row leads to the discussion. */
const ActivityRow = memo(function ActivityRow({ discussion }: { discussion: ListedDiscussion }) {
  const { id, title, updated_at, num_comments, author } = discussion
  const now = useNow(60_000)
  return (
    <li className="relative flex items-start gap-3.5 p-4 hover:bg-sunken sm:px-5">
      <span className="mt-2">
        <ActivityDot age={activityAge(updated_at, now)} labelled />
      </span>
      {/* On phones, the age is at the start of the last line, followed by the badges. */}
      <div className="flex min-w-0 flex-1 items-center gap-x-2 gap-y-1 max-sm:flex-wrap sm:items-start sm:justify-between sm:gap-6">
        <div className="min-w-0 max-sm:contents">
          <h2 className="font-sans max-sm:-order-2 max-sm:basis-full text-base leading-snug font-semibold tracking-normal wrap-anywhere">
            <Link
              id={titleIdOf(id)}
              to="/forums/$discussionId"
              params={{ discussionId: String(id) }}
              dir="auto"
              {...attributesOf(discussion)}
              className="after:absolute after:inset-0 hover:underline"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft max-sm:contents">
            <span className="max-sm:-order-2 max-sm:basis-full">
              {categoryOf(discussion).name} · <bdi translate="no">{author.name}</bdi> ·{' '}
              {amount(num_comments, 'reply', 'replies')}
            </span>
            <StatusBadges discussion={discussion} />
          </p>
        </div>
        <p className="shrink-0 max-sm:-order-1">
          <RelativeTime at={updated_at} preset="forum" />
        </p>
      </div>
    </li>
  )
})
