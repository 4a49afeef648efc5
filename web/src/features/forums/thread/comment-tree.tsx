import { shownLevels, type ForumComment } from '@wtpu/contract/forums/comments'
import { CancelledError, useInfiniteQuery } from '@tanstack/react-query'
import { memo, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { loadPage } from '#lib/api/pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { nameOf, ThreadLink } from './comment-header.tsx'
import { CommentItem } from './comment-item.tsx'
import { byAge, isVisible, rowsOf, useNewItems } from './comment-pages.ts'
import { moreRepliesFailure, repliesLoadFailed, replyCount } from '../messages.ts'
import { commentPagesQuery, repliesPerPage, type CommentList } from './thread-api.ts'
import { useThread } from './thread-context.ts'

/**
 * A comment and its replies, as a list item. It is rendered again only when the comment or one of its loaded replies
 * changes: refetches keep unchanged comments as the same objects.
 */
export const CommentTree = memo(function CommentTree({
  comment,
  parentName,
  level,
  opened,
  around,
}: {
  comment: ForumComment
  /** The author of the comment that this one replies to. */
  parentName?: string
  /** From 0, the outermost comment of this view. */
  level: number
  /** Loads the replies at once. */
  opened?: boolean
  /** Loads the page of the replies with this comment. */
  around?: number
}) {
  const branch = useBranch(comment, level, { opened, around })
  const [collapsed, setCollapsed] = useState(false)
  const repliesId = useId()
  const isDeepest = level === shownLevels - 1
  const hasReplies = !isDeepest && (branch.rows.length > 0 || branch.leftOut > 0)
  const toggle = () => setCollapsed(!collapsed)
  return (
    <>
      <CommentItem
        comment={comment}
        parentName={parentName}
        list={branch.list}
        isDeepest={isDeepest}
        newReplies={isDeepest ? 0 : branch.newCount}
        onShowNew={() => {
          setCollapsed(false)
          branch.showNew()
        }}
        onReplied={() => {
          // At once, because the reply is focused next.
          flushSync(() => setCollapsed(false))
          branch.activate()
        }}
        collapsed={hasReplies ? collapsed : undefined}
        repliesId={repliesId}
        onToggle={toggle}
      />
      {isDeepest && comment.reply_count > 0 && (
        <ThreadLink
          search={{ thread: comment.id }}
          className="text-link inline-flex min-h-11 items-center text-sm font-semibold"
        >
          <span>
            Continue this thread ({replyCount(comment.reply_count)}){' '}
            <span className="sr-only">below {nameOf(comment)}</span>
          </span>
        </ThreadLink>
      )}
      {hasReplies && (
        <div id={repliesId} hidden={collapsed} className="relative pl-3.5 sm:pl-7">
          {/* This line is for pointers only: the button with the number of replies does the same. */}
          <button
            type="button"
            aria-hidden
            tabIndex={-1}
            onClick={toggle}
            className="group absolute inset-y-0 left-0 flex w-3.5 justify-start pl-1 sm:w-7 sm:pl-4"
          >
            <span className="block h-full w-0.5 rounded-full bg-line transition-colors group-hover:bg-accent" />
          </button>
          {/* The replies stay mounted, because rendering many of them again takes long. */}
          <Replies comment={comment} branch={branch} level={level} />
        </div>
      )}
    </>
  )
})

function Replies({
  comment,
  branch,
  level,
}: {
  comment: ForumComment
  branch: ReturnType<typeof useBranch>
  level: number
}) {
  const name = nameOf(comment)
  if (branch.error) {
    return (
      <ErrorState title={repliesLoadFailed} onRetry={branch.retry}>
        {branch.error.message}
      </ErrorState>
    )
  }
  return (
    <>
      {branch.hasPrevious && (
        <MoreButton busy={branch.busy} onClick={branch.showPrevious}>
          Show earlier replies <span className="sr-only">to {name}</span>
        </MoreButton>
      )}
      <ul aria-label={`Replies to ${name}`}>
        {branch.rows.map((reply) => (
          <li key={reply.id} className="pt-4">
            <CommentTree comment={reply} parentName={comment.user_name} level={level + 1} />
          </li>
        ))}
      </ul>
      {branch.busy && branch.rows.length === 0 && <Skeleton className="mt-4 h-16" />}
      {branch.hasMore && (
        <MoreButton busy={branch.busy} onClick={branch.showMore}>
          {branch.leftOut > 0
            ? `Show ${branch.leftOut} more ${branch.leftOut === 1 ? 'reply' : 'replies'}`
            : 'Show more replies'}{' '}
          <span className="sr-only">to {name}</span>
        </MoreButton>
      )}
    </>
  )
}

function MoreButton({ busy, onClick, children }: { busy: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" size="small" loading={busy} onClick={onClick} className="mt-1 -ml-1 text-accent!">
      <span>{children}</span>
    </Button>
  )
}

/** Pages that "n new replies" loads at most, to get to the newest reply of a long branch. */
const maxPagesAtOnce = 10

/**
 * The replies to a comment. At first they are those that the comment contains. Once the viewer asks for more, or replies,
 * they are loaded as a list of their own.
 */
function useBranch(
  comment: ForumComment,
  level: number,
  { opened = false, around }: { opened?: boolean; around?: number },
) {
  const { discussionId, viewerId, queryClient, reactions, view } = useThread()
  const [active, setActive] = useState(opened)
  const [busy, setBusy] = useState(false)
  const list: CommentList = { discussionId, parent: comment.id, around, levels: Math.max(1, shownLevels - 1 - level) }
  const query = commentPagesQuery(list)
  const pages = useInfiniteQuery({ ...query, enabled: active })
  const data = active ? pages.data : undefined
  const fresh = useMemo(
    () => (data ? rowsOf(data).toSorted(byAge) : comment.replies).filter(isVisible),
    [data, comment.replies],
  )
  const loads = data ? data.pages.length : 0
  const { rows, newItems, showNewItems } = useNewItems(fresh, loads, viewerId)
  const missing = Math.max(0, comment.reply_count - fresh.length)
  // How many replies were left out when the rows were loaded. Replies beyond this number are new.
  const [accepted, setAccepted] = useState<{ loads: number; leftOut: number }>()
  if (accepted?.loads !== loads) setAccepted({ loads, leftOut: missing })
  const leftOut = Math.min(accepted?.leftOut ?? missing, missing)
  useEffect(() => reactions.load(fresh), [reactions, fresh])

  /** Loads replies, then focuses the first of them. */
  async function run(load: () => Promise<unknown>) {
    if (busy) return
    setBusy(true)
    const known = new Set(rows.map(({ id }) => id))
    try {
      await load()
    } catch {
      toast(moreRepliesFailure)
      return
    } finally {
      setBusy(false)
    }
    const loaded = rowsOf(queryClient.getQueryData(query.queryKey)).toSorted(byAge)
    const first = [...loaded, ...newItems].find(({ id }) => !known.has(id))
    if (first) view.focus(first.id)
  }
  async function loadFirst(count: number): Promise<void> {
    try {
      await queryClient.fetchInfiniteQuery({ ...query, pages: count, staleTime: 0 })
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error
      // A write by the viewer has canceled the request.
      return loadFirst(count)
    }
    setActive(true)
  }
  async function loadNewest() {
    if (!data) return loadFirst(Math.min(maxPagesAtOnce, Math.ceil(comment.reply_count / repliesPerPage)))
    await pages.refetch({ throwOnError: true })
    const hasMore = () => queryClient.getQueryData(query.queryKey)?.pages.at(-1)?.next != null
    for (let count = 0; count < maxPagesAtOnce && hasMore(); count++) await loadPage(pages, 'next')
  }

  return {
    list,
    rows,
    /** How many replies were posted since the branch was shown. */
    newCount: newItems.length + missing - leftOut,
    /** How many replies are not loaded yet. */
    leftOut,
    hasMore: leftOut > 0 || (active && pages.hasNextPage),
    hasPrevious: active && pages.hasPreviousPage,
    busy: busy || (active && pages.isLoading),
    error: active && !data ? pages.error : null,
    retry: () => pages.refetch(),
    activate: () => setActive(true),
    showMore: () => void run(() => (data ? loadPage(pages, 'next') : loadFirst(1))),
    showPrevious: () => void run(() => loadPage(pages, 'previous')),
    showNew: () =>
      void run(async () => {
        if (missing > 0) await loadNewest()
        showNewItems()
        setAccepted(undefined)
      }),
  }
}
