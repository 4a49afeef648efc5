import { shownLevels, type ForumComment } from '@wtpu/contract/forums/comments'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import MessageSquare from 'lucide-react/icons/message-square'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { loadPage } from '#lib/api/pages.ts'
import { classes } from '#lib/classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { newItemsText, NewItemsPill } from '#ui/new-items-pill.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CommentTree } from './comment-tree.tsx'
import { HeldComment } from './held-comment.tsx'
import { commentMissing, noReplies, repliesLoadFailed } from '../messages.ts'
import { useStableThread } from './stable-thread.ts'
import { ancestorsQuery, commentPagesQuery } from './thread-api.ts'
import { useThread } from './thread-context.ts'

/** The comments of a discussion, or the replies to `parent`, without what is new. Opens `linked` if they do not contain it. */
export function ReplyList({ parent, linked }: { parent?: ForumComment; linked: number | undefined }) {
  const { discussionId, sort, viewerId, reactions, locked, view } = useThread()
  const comments = useInfiniteQuery(commentPagesQuery({ discussionId, sort, parent: parent?.id }))
  const { rows, waiting, showWaiting } = useStableThread(comments.data, viewerId)
  const renderedRows = useDeferredRows(rows)
  useEffect(() => reactions.load(rows), [reactions, rows])
  const isMissing = useLinked(comments.isSuccess ? linked : undefined, rows)
  return (
    <>
      {isMissing && linked !== undefined && (
        <HeldComment content={{ kind: 'comment', id: linked }}>
          <MissingNotice />
        </HeldComment>
      )}
      {comments.isPending || renderedRows.length < Math.min(1, rows.length) ? (
        <ReplySkeletons />
      ) : !comments.data ? (
        <ErrorState title={repliesLoadFailed} query={comments} />
      ) : (
        <>
          <NewItemsPill
            text={newItemsText(waiting.length, 'comment')}
            onShow={() => {
              showWaiting()
              if (waiting[0] !== undefined) view.focus(waiting[0], 'start')
            }}
          />
          {rows.length > 0 && (
            <ul aria-label="Replies" className={classes(listClass, comments.hasNextPage && 'mb-4')}>
              {renderedRows.map((comment) => (
                <li key={comment.id}>
                  <CommentTree comment={comment} parentName={parent?.user_name} level={0} />
                </li>
              ))}
            </ul>
          )}
          {rows.length + waiting.length === 0 && !parent && (
            <EmptyState icon={<MessageSquare />} title={noReplies}>
              {locked ? 'Nobody replied before this discussion was locked.' : 'Be the first to share what you think.'}
            </EmptyState>
          )}
          <LoadMore
            // `LoadMore` shows failures.
            pages={{ ...comments, fetchNextPage: () => void loadPage(comments).catch(() => undefined) }}
            isRendering={renderedRows.length < rows.length}
          />
        </>
      )}
    </>
  )
}

/** Browsers skip rows far from the window. */
const listClass =
  'border-y border-line *:border-line *:px-2 *:py-4 *:[contain-intrinsic-block-size:auto_14rem] *:[content-visibility:auto] *:not-first:border-t'

/** Opens the view of a linked comment that is not among these. Returns whether there is none. */
function useLinked(linked: number | undefined, rows: readonly ForumComment[]): boolean {
  const { discussionId, go, sort } = useThread()
  const [found, setFound] = useState<number>()
  const isFound = linked !== undefined && contains(rows, linked)
  // It stays found if others remove it while it is read.
  if (isFound && found !== linked) setFound(linked)
  const sought = isFound || found === linked ? undefined : linked
  const { isSuccess, error } = useQuery({
    ...ancestorsQuery(discussionId, sought ?? 0),
    enabled: sought !== undefined,
  })
  useEffect(() => {
    if (sought !== undefined && isSuccess) go({ sort, thread: sought, comment: sought }, 'replace')
  }, [go, sort, sought, isSuccess])
  return error?.status === 404
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

function contains(comments: readonly ForumComment[], id: number, levels = shownLevels): boolean {
  return levels > 0 && comments.some((comment) => comment.id === id || contains(comment.replies, id, levels - 1))
}
