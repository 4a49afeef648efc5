import type { ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { useEndlessList, type Pages } from '#lib/endless-list.ts'
import { useSession } from '#lib/session/session.ts'
import { showSent } from '#community/show-sent.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Comment {
  id: number
  /** The author's id. */
  user: number
}

/** Pages of comments, as `useInfiniteQuery` returns them. */
interface CommentPages<C> extends Pages<C> {
  error: ApiFailure | null
  isPending: boolean
  refetch: () => unknown
}

/**
 * Comments, newest first. Rows never move while they are read: the viewer's own new comments appear at the top at once,
 * those of others wait behind a pill. `sent` is the one that was posted last.
 *
 * @param props.renderComment Renders one comment, without its list item.
 */
export function CommentList<C extends Comment>({
  comments,
  label,
  loadFailed,
  empty,
  sent,
  renderComment,
}: {
  comments: CommentPages<C>
  label: string
  /** The title of the error state. */
  loadFailed: string
  empty: ReactNode
  sent?: number | undefined
  renderComment: (comment: C) => ReactNode
}) {
  const session = useSession()
  const list = useEndlessList(comments, { isOwn: ({ user }) => user === session?.user_id })

  if (comments.isPending) return <CommentListSkeleton />
  if (!comments.data) return <ErrorState title={loadFailed} query={comments} />
  if (list.rows.length === 0) return empty

  return (
    <EndlessList list={list} noun="comment">
      <ul
        aria-label={label}
        className={classes('divide-y divide-line border-t border-line', comments.hasNextPage && 'mb-4 border-b')}
      >
        {list.rows.map((comment) => (
          <li key={comment.id} ref={comment.id === sent ? showSent : undefined} className="py-4">
            {renderComment(comment)}
          </li>
        ))}
      </ul>
    </EndlessList>
  )
}

function CommentListSkeleton() {
  return (
    <LoadingState label="Loading comments..." rows={3} className="divide-y divide-line border-t border-line">
      <div className="flex gap-3 py-4 sm:gap-4">
        <Skeleton className="size-9 shrink-0 rounded-full! sm:size-12" />
        <div className="flex-1">
          <Skeleton className="h-5 w-44 max-w-full" />
          <Skeleton className="mt-3 h-5 w-full" />
          <Skeleton className="mt-2 h-5 w-3/5" />
        </div>
      </div>
    </LoadingState>
  )
}
