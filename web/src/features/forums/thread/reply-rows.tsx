import type { CommentPage, ForumComment } from '@wtpu/contract/forums/comments'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { useProgressiveRows } from '#lib/progressive-rows.ts'
import { Button } from '#ui/button.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { NewItemsPill } from '#ui/list/new-items-pill.tsx'
import { CommentTree } from './comment/comment-tree.tsx'
import { useHeldRows } from './state/held-rows.ts'
import { useShrinkingRows } from './state/shrinking-rows.ts'
import { useThread } from './state/thread-context.ts'
import { commentElementId } from './state/thread-view.ts'
import { previousLabels } from './messages.ts'

/** A row with its replies has up to ten comments, so one row is enough to block a phone noticeably. */
const rowsPerStep = 1
/** After as many pages, a click is needed to go on, so that the page's footer can be reached. */
const automaticPages = 5

/**
 * The loaded comments at the top level. Rows never move while they are read: new comments of others wait behind a pill
 * (decision 20).
 */
export function ReplyRows({
  comments,
  fresh,
  restored,
  leaving,
  onLeft,
}: {
  comments: UseInfiniteQueryResult<InfiniteData<CommentPage, string>, ApiFailure>
  fresh: readonly ForumComment[]
  /** Whether the page is opened with this list, and may have to restore its scroll position. */
  restored: boolean
  /** Removes the rows, then calls `onLeft`. */
  leaving: boolean
  onLeft: () => void
}) {
  const { sort, viewerId, view } = useThread()
  const loads = comments.data?.pages.length ?? 0
  const held = useHeldRows(fresh, { loads, isOwn: ({ user }) => user === viewerId })
  const progressive = useProgressiveRows(held.rows, rowsPerStep, { restored })
  const previous = usePreviousPage(comments, held.rows)
  const rows = useShrinkingRows(previous.isLoaded ? held.rows : progressive, leaving, onLeft)

  function showNew() {
    const first = held.waiting[0]
    held.showWaiting()
    if (first) view.focus(first.id, 'start')
  }
  return (
    <>
      <NewItemsPill count={held.waiting.length} noun="comment" onShow={showNew} />
      {comments.hasPreviousPage && (
        <div className="mb-4 flex justify-center">
          <Button variant="secondary" loading={comments.isFetchingPreviousPage} onClick={previous.load}>
            {comments.isFetchingPreviousPage ? 'Loading...' : previousLabels[sort ?? 'newest']}
          </Button>
        </div>
      )}
      <ul
        aria-label="Replies"
        aria-busy={leaving}
        className={classes('border-y border-line', comments.hasNextPage && 'mb-4', leaving && 'opacity-60')}
      >
        {rows.map((comment) => (
          <li
            key={comment.id}
            // Browsers skip the layout of comments far from the viewport.
            className="border-line px-2 py-4 [contain-intrinsic-block-size:auto_14rem] [content-visibility:auto] not-first:border-t"
          >
            <CommentTree comment={comment} level={0} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={comments.hasNextPage}
        loading={comments.isFetchingNextPage}
        failed={comments.isFetchNextPageError}
        automatic={!leaving && loads % automaticPages !== 0 && rows.length === held.rows.length}
        onLoad={() => void comments.fetchNextPage()}
      />
    </>
  )
}

/** Loads the page before the first one. The comments that are shown keep their place in the window. */
function usePreviousPage(
  comments: UseInfiniteQueryResult<InfiniteData<CommentPage, string>, ApiFailure>,
  rows: readonly ForumComment[],
) {
  const first = rows[0]?.id
  const anchor = useRef<{ id: number; top: number }>(undefined)
  const [isLoaded, setIsLoaded] = useState(false)
  useLayoutEffect(() => {
    if (!anchor.current || anchor.current.id === first) return
    const { id, top } = anchor.current
    anchor.current = undefined
    const moved = topOf(id)
    if (moved !== undefined) window.scrollBy(0, moved - top)
  }, [first])
  return {
    isLoaded,
    load: () => {
      const top = first === undefined ? undefined : topOf(first)
      if (first !== undefined && top !== undefined) anchor.current = { id: first, top }
      setIsLoaded(true)
      void comments.fetchPreviousPage().then(({ data, hasPreviousPage, isFetchPreviousPageError }) => {
        // A refetch of the list, for example after a hint, has replaced this request.
        const isReplaced = data?.pages.length === comments.data?.pages.length && !isFetchPreviousPageError
        return isReplaced && hasPreviousPage ? comments.fetchPreviousPage() : undefined
      })
    },
  }
}

function topOf(commentId: number): number | undefined {
  return document.getElementById(commentElementId(commentId))?.getBoundingClientRect().top
}
