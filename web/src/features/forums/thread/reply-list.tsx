import { shownLevels, type CommentPage, type ForumComment } from '@wtpu/contract/forums/comments'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Component, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { loadPage } from '#lib/api/pages.ts'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore, NewItemsPill } from '#ui/endless-list.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { isVisible, rowsOf, useNewItems, type CommentPages } from './comment-pages.ts'
import { CommentTree } from './comment-tree.tsx'
import { HeldComment } from './held-comment.tsx'
import { commentMissing, moreRepliesFailure, noReplies, previousLabels, repliesLoadFailed } from '../messages.ts'
import { commentPagesQuery, type CommentList } from './thread-api.ts'
import { commentElementId, useThread } from './thread-context.ts'

/** After as many pages, a click is needed to go on, so that the page's footer can be reached. */
const automaticPages = 5

/**
 * All comments of a discussion. With `linked`, the list starts at the page with this comment.
 *
 * @param props.renderComposer Receives the list to which a posted comment is added.
 */
export function ReplyList({
  linked,
  renderComposer,
}: {
  linked: number | undefined
  renderComposer: (list: CommentList) => ReactNode
}) {
  const { discussionId, sort, viewerId, reactions, locked } = useThread()
  const { list, isMissing, comments } = useLinkedList({ discussionId, sort }, linked)
  const { data } = comments
  const fresh = useMemo(() => rowsOf(data).filter(isVisible), [data])
  const { rows, ...newItems } = useNewItems(fresh, data?.pages.length ?? 0, viewerId)
  const renderedRows = useDeferredRows(rows)
  useEffect(() => reactions.load(fresh), [reactions, fresh])
  useDeepLink(linked, data, fresh)
  return (
    <>
      {renderComposer(list)}
      {isMissing && linked !== undefined && (
        <HeldComment content={{ kind: 'comment', id: linked }}>
          <MissingNotice />
        </HeldComment>
      )}
      {comments.isPending || renderedRows.length < Math.min(1, rows.length) ? (
        <ReplySkeletons />
      ) : !data ? (
        <ErrorState title={repliesLoadFailed} query={comments} />
      ) : fresh.length === 0 ? (
        <EmptyState icon={<MessageSquare />} title={noReplies}>
          {locked ? 'Nobody replied before this discussion was locked.' : 'Be the first to share what you think.'}
        </EmptyState>
      ) : (
        <ReplyRows
          comments={comments}
          rows={renderedRows}
          isComplete={renderedRows.length === rows.length}
          {...newItems}
        />
      )}
    </>
  )
}

/**
 * The rows without those that were just added. React renders these in the background, a little at a time, because a page of
 * comments blocks a phone for a second.
 */
function useDeferredRows(rows: readonly ForumComment[]): readonly ForumComment[] {
  const deferred = useDeferredValue(rows)
  if (deferred === rows) return rows
  const ids = new Set(deferred.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

/** The loaded comments at the top level, which never move while they are read. */
function ReplyRows({
  comments,
  rows,
  isComplete,
  newItems,
  showNewItems,
}: {
  comments: UseInfiniteQueryResult<InfiniteData<CommentPage, string>, ApiFailure>
  rows: readonly ForumComment[]
  isComplete: boolean
  newItems: readonly ForumComment[]
  showNewItems: () => void
}) {
  const { sort, view } = useThread()
  const loads = comments.data?.pages.length ?? 0
  const first = comments.data?.pageParams[0]
  const [firstAtStart] = useState(first)
  // The button leaves together with the rows that it loaded, which are rendered in the background too.
  const hasPreviousPage = useDeferredValue(comments.hasPreviousPage)

  function showNew() {
    showNewItems()
    if (newItems[0]) view.focus(newItems[0].id, 'start')
  }
  return (
    <>
      <NewItemsPill count={newItems.length} noun="comment" onShow={showNew} />
      {hasPreviousPage && (
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
      <KeepPosition firstId={rows[0]?.id} isExtended={first !== firstAtStart}>
        <ul
          aria-label="Replies"
          className={classes(
            'border-y border-line *:border-line *:px-2 *:py-4 *:not-first:border-t',
            comments.hasNextPage && 'mb-4',
            // Browsers guess the height of rows that they have not laid out, so rows above the reader must be laid out.
            first === firstAtStart && '*:[contain-intrinsic-block-size:auto_14rem] *:[content-visibility:auto]',
          )}
        >
          {rows.map((comment) => (
            <li key={comment.id}>
              <CommentTree comment={comment} level={0} />
            </li>
          ))}
        </ul>
      </KeepPosition>
      <LoadMore
        // `LoadMore` shows failures.
        pages={{ ...comments, fetchNextPage: () => void loadPage(comments, 'next').catch(() => undefined) }}
        automatic={isComplete && loads % automaticPages !== 0}
      />
    </>
  )
}

interface KeepPositionProps {
  firstId: number | undefined
  /** Whether earlier pages were added above the first one. */
  isExtended: boolean
  children: ReactNode
}

/**
 * Keeps the rows at their position in the window when an earlier page is added above them. Browsers do so only if the first
 * row is the first element in the window, and Safari never does. A class, because only classes can measure right before
 * React changes the page: the reader may have scrolled since the page was requested.
 */
class KeepPosition extends Component<KeepPositionProps> {
  override getSnapshotBeforeUpdate({ firstId }: KeepPositionProps): number | null {
    return this.props.isExtended && firstId !== this.props.firstId ? topOf(firstId) : null
  }

  override componentDidUpdate({ firstId }: KeepPositionProps, _state: unknown, before: number | null): void {
    const after = topOf(firstId)
    if (before !== null && after !== null) window.scrollBy(0, after - before)
  }

  override render() {
    return this.props.children
  }
}

function topOf(commentId = 0): number | null {
  return document.getElementById(commentElementId(commentId))?.getBoundingClientRect().top ?? null
}

/** Takes focus instead of the comment, because it may be below the visible part of the page. */
function MissingNotice() {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <p ref={notice} tabIndex={-1} className="mb-4 scroll-my-24 rounded-card border border-line bg-sunken px-4 py-3">
      {commentMissing}
    </p>
  )
}

export function ReplySkeletons() {
  return (
    <LoadingState label="Loading replies..." rows={3} className="border-y border-line px-2">
      <div className="border-line py-4 not-first:border-t">
        <div className="flex items-center gap-3 pt-2">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <Skeleton className="h-5 w-44 max-w-full" />
        </div>
        <Skeleton className="mt-3 h-5 w-full" />
        <Skeleton className="mt-2 h-5 w-4/5" />
        <Skeleton className="mt-4 h-7 w-40" />
      </div>
    </LoadingState>
  )
}

/** The list, which starts anew at the page with the linked comment only if that comment is not loaded yet. */
function useLinkedList(base: CommentList, linked: number | undefined) {
  const [around, setAround] = useState(linked)
  const [handled, setHandled] = useState(linked)
  const [missing, setMissing] = useState<number>()
  const list: CommentList = { ...base, around }
  const comments = useInfiniteQuery(commentPagesQuery(list))
  if (linked !== handled) {
    setHandled(linked)
    if (linked !== undefined && !contains(rowsOf(comments.data), linked)) setAround(linked)
  }
  if (around !== undefined && !comments.data && comments.error?.status === 404) {
    setMissing(around)
    setAround(undefined)
  }
  return { list, comments, isMissing: missing !== undefined && missing === linked }
}

/** Opens the view of an ancestor if the linked comment is below the levels that the list shows. */
function useDeepLink(linked: number | undefined, data: CommentPages | undefined, rows: readonly ForumComment[]) {
  const { go, sort } = useThread()
  const path = data?.pages.find((page) => page.path)?.path
  const isDeep = linked !== undefined && path !== undefined && path.length >= shownLevels && !contains(rows, linked)
  const root = isDeep ? path.at(1 - shownLevels) : undefined
  useEffect(() => {
    if (root !== undefined) go({ sort, thread: root, comment: linked }, 'replace')
  }, [go, sort, root, linked])
}

function contains(comments: readonly ForumComment[], id: number): boolean {
  return comments.some((comment) => comment.id === id || contains(comment.replies, id))
}
