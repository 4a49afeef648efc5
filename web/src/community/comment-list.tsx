import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { useStableList } from '#lib/stable-list.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { NewItemsPill } from '#ui/list/new-items-pill.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Comment {
  id: number
  /** The author's id. */
  user: number
}

/** Pages of comments, as `useInfiniteQuery` returns them. */
type CommentPages<C> = Pick<
  UseInfiniteQueryResult<InfiniteData<{ results: C[] }, string>, ApiFailure>,
  | 'data'
  | 'error'
  | 'isPending'
  | 'refetch'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'fetchNextPage'
>

/**
 * Comments, newest first. Rows never move while they are read: the viewer's own new comments appear at the top at once,
 * those of others wait behind a pill (decision 20).
 *
 * @param props.renderComment Renders one comment, without its list item.
 */
export function CommentList<C extends Comment>({
  comments,
  label,
  loadFailed,
  empty,
  renderComment,
}: {
  comments: CommentPages<C>
  label: string
  /** The title of the error state. */
  loadFailed: string
  empty: ReactNode
  renderComment: (comment: C) => ReactNode
}) {
  const session = useSession()
  const { items, waiting, showWaiting } = useStableList(
    comments.data?.pages.flatMap((page) => page.results) ?? [],
    'wait',
  )
  const mine = waiting.filter(({ user }) => user === session?.user_id)
  const top = useRef<HTMLDivElement>(null)

  if (comments.isPending) return <CommentListSkeleton />
  if (!comments.data) {
    return (
      <ErrorState title={loadFailed} onRetry={() => comments.refetch()}>
        {comments.error?.message}
      </ErrorState>
    )
  }
  if (items.length === 0) return empty

  function showNew() {
    showWaiting()
    // The pill disappears on click, so move focus to the list.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }

  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <NewItemsPill count={waiting.length - mine.length} noun="comment" onShow={showNew} />
      <ul
        aria-label={label}
        className={classes('divide-y divide-line border-t border-line', comments.hasNextPage && 'mb-4 border-b')}
      >
        {[...mine, ...items].map((comment) => (
          <li key={comment.id} className="py-4">
            {renderComment(comment)}
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={comments.hasNextPage}
        loading={comments.isFetchingNextPage}
        failed={comments.isFetchNextPageError}
        onLoad={() => void comments.fetchNextPage()}
      />
    </div>
  )
}

function CommentListSkeleton() {
  return (
    <div aria-busy className="divide-y divide-line border-t border-line">
      <output className="sr-only">Loading comments...</output>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3 py-4 sm:gap-4">
          <Skeleton className="size-9 shrink-0 rounded-full! sm:size-12" />
          <div className="flex-1">
            <Skeleton className="h-5 w-44 max-w-full" />
            <Skeleton className="mt-3 h-5 w-full" />
            <Skeleton className="mt-2 h-5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
