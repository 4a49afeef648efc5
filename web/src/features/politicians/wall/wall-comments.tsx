import type { Politician } from '@wtpu/contract/politicians'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useRef } from 'react'
import { useSession } from '#lib/session/session.ts'
import { useStableList } from '#lib/stable-list.ts'
import { useNow } from '#lib/time.ts'
import { NewItemsPill } from '#ui/new-items-pill.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { noComments, wallLoadFailed } from '#features/politicians/messages.ts'
import { wallCommentsQuery } from './wall-api.ts'
import { WallComment } from './wall-comment.tsx'

/** How often relative times such as "Just now" are updated. */
const clockIntervalMs = 30_000

/** The comments, newest first. The viewer's own appear at once; those of others wait behind a pill (decision 20). */
export function WallComments({ politician }: { politician: Politician }) {
  const list = useInfiniteQuery(wallCommentsQuery(politician.id))
  const session = useSession()
  const { items, waiting, showWaiting } = useStableList(list.data?.pages.flatMap((page) => page.results) ?? [], 'wait')
  const mine = waiting.filter((comment) => comment.user === session?.user_id)
  const now = useNow(clockIntervalMs)
  const top = useRef<HTMLDivElement>(null)

  if (list.isPending) return <WallSkeleton />
  if (!list.data) {
    return (
      <ErrorState title={wallLoadFailed} onRetry={() => void list.refetch()}>
        {list.error?.message}
      </ErrorState>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={<MessageSquare />} title={noComments}>
        Be the first to comment on {politician.name}’s work.
      </EmptyState>
    )
  }
  function showNew() {
    showWaiting()
    // The pill disappears on click, so move focus to the list.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }

  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <NewItemsPill count={waiting.length - mine.length} noun="comment" onShow={showNew} />
      <ul aria-label={`Comments on ${politician.name}`} className="mb-4 divide-y divide-line border-y border-line">
        {[...mine, ...items].map((comment) => (
          <WallComment key={comment.id} comment={comment} now={now} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
    </div>
  )
}

function WallSkeleton() {
  return (
    <div aria-busy className="divide-y divide-line border-y border-line">
      <output className="sr-only">Loading comments...</output>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-4 py-5">
          <Skeleton className="size-12 shrink-0 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-5 w-44" />
            <Skeleton className="mt-3 h-5 w-full" />
            <Skeleton className="mt-2 h-5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
