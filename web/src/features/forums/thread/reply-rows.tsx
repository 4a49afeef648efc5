import type { CommentPage, ForumComment } from '@wtpu/contract/forums/comments'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { loadPage } from '#lib/api/pages.ts'
import { useProgressiveRows } from '#lib/progressive-rows.ts'
import { Button } from '#ui/button.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { NewItemsPill } from '#ui/list/new-items-pill.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CommentTree } from './comment/comment-tree.tsx'
import { useHeldRows } from './state/held-rows.ts'
import { useShrinkingRows } from './state/shrinking-rows.ts'
import { useThread } from './state/thread-context.ts'
import { KeepPlace } from './keep-place.tsx'
import { previousLabels, moreRepliesFailure } from './messages.ts'
import { ReplyRow } from './reply-row.tsx'

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
  const { rows: progressive } = useProgressiveRows(held.rows, rowsPerStep, { restored })
  const [start] = useState(comments.data?.pageParams[0])
  const isExtended = comments.data?.pageParams[0] !== start
  const rows = useShrinkingRows(isExtended ? held.rows : progressive, leaving, onLeft)
  // Rows that are rendered together, from the cache, would take too long to lay out.
  const [cached] = useState(() => new Set(rows.length > rowsPerStep ? rows : []))

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
          <Button
            variant="secondary"
            loading={comments.isFetchingPreviousPage}
            onClick={() => void loadPage(comments, 'previous').catch(() => toast(moreRepliesFailure))}
          >
            {comments.isFetchingPreviousPage ? 'Loading...' : previousLabels[sort ?? 'newest']}
          </Button>
        </div>
      )}
      <KeepPlace start={comments.data?.pageParams[0]} firstId={rows[0]?.id}>
        <ul
          aria-label="Replies"
          aria-busy={leaving}
          className={classes('border-y border-line', comments.hasNextPage && 'mb-4', leaving && 'opacity-60')}
        >
          {rows.map((comment) => (
            <ReplyRow key={comment.id} guessHeight={cached.has(comment)}>
              <CommentTree comment={comment} level={0} />
            </ReplyRow>
          ))}
        </ul>
      </KeepPlace>
      <LoadMore
        // It shows failures.
        pages={{ ...comments, fetchNextPage: () => void loadPage(comments, 'next').catch(() => undefined) }}
        automatic={!leaving && loads % automaticPages !== 0 && rows.length === held.rows.length}
      />
    </>
  )
}
