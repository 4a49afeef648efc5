import { shownLevels, type ForumComment } from '@wtpu/contract/forums/comments'
import { memo, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useBranch } from '#features/forums/thread/state/branch.ts'
import { repliesLoadFailed, replyCount } from '#features/forums/thread/messages.ts'
import { CommentItem } from './comment-item.tsx'
import { ThreadLink } from './thread-link.tsx'
import { nameOf } from './comment-name.ts'

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
          {/* For pointers only: the button with the number of replies does the same. */}
          <button
            type="button"
            aria-hidden
            tabIndex={-1}
            onClick={toggle}
            className="group absolute inset-y-0 left-0 flex w-3.5 justify-start pl-1 sm:w-7 sm:pl-4"
          >
            <span className="block h-full w-0.5 rounded-full bg-line transition-colors group-hover:bg-accent" />
          </button>
          {/* Stays mounted, because rendering many replies again takes long. */}
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

function MoreButton({ busy, onClick, children }: { busy: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <Button variant="ghost" size="small" loading={busy} onClick={onClick} className="mt-1 -ml-1 text-accent!">
      <span>{children}</span>
    </Button>
  )
}
