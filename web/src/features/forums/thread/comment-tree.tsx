import { shownLevels, type ForumComment } from '@wtpu/contract/forums/comments'
import { memo, useId, useState } from 'react'
import { nameOf, ThreadLink } from './comment-header.tsx'
import { CommentItem } from './comment-item.tsx'
import { visitComments } from './comment-pages.ts'
import { amount, replyCount } from '../messages.ts'

interface CommentTreeProps {
  comment: ForumComment
  /** The author of the comment that this one replies to. */
  parentName?: string
  /** From 0, the comments of the list. */
  level: number
}

/**
 * A comment and the replies below it, as a list item. It is rendered again only when one of them changes: refetches keep
 * unchanged comments as the same objects.
 */
export const CommentTree = memo(function CommentTree({ comment, parentName, level }: CommentTreeProps) {
  const isDeepest = level === shownLevels - 1
  const replies = isDeepest ? [] : comment.replies
  const leftOut = comment.reply_count - replies.length
  const [collapsed, setCollapsed] = useState(false)
  const count = countOf(replies)
  const [below, setBelow] = useState(count)
  const repliesId = useId()
  // Replies are only added when the viewer asks for them, so a collapsed branch opens.
  if (count !== below) {
    setBelow(count)
    if (count > below) setCollapsed(false)
  }
  const toggle = () => setCollapsed(!collapsed)
  const name = nameOf(comment)
  return (
    <>
      <CommentItem
        comment={comment}
        parentName={parentName}
        isDeepest={isDeepest}
        collapsed={replies.length > 0 ? collapsed : undefined}
        repliesId={repliesId}
        onToggle={toggle}
      />
      {replies.length > 0 && (
        <div id={repliesId} hidden={collapsed} className="relative pl-3.5 sm:pl-7">
          {/* This line is for pointers only: the button with the number of replies does the same. */}
          <button
            type="button"
            aria-hidden
            tabIndex={-1}
            onClick={toggle}
            className="group absolute inset-y-0 left-0 flex w-3.5 justify-start pl-1 after:absolute after:inset-0 after:-inset-x-2 sm:w-7 sm:pl-4"
          >
            <span className="block h-full w-0.5 rounded-full bg-line transition-colors group-hover:bg-accent" />
          </button>
          {/* The replies stay mounted, because rendering many of them again takes long. */}
          <ul aria-label={`Replies to ${name}`}>
            {replies.map((reply) => (
              <li key={reply.id} className="pt-4">
                <CommentTree comment={reply} parentName={comment.user_name} level={level + 1} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {leftOut > 0 && !collapsed && (
        <ThreadLink
          search={{ thread: comment.id }}
          className="text-link inline-flex min-h-11 items-center text-sm font-semibold"
        >
          <span>
            Continue this thread (
            {replies.length > 0 ? amount(leftOut, 'more reply', 'more replies') : replyCount(leftOut)}){' '}
            <span className="sr-only">below {name}</span>
          </span>
        </ThreadLink>
      )}
    </>
  )
})

function countOf(comments: readonly ForumComment[]): number {
  let count = 0
  visitComments(comments, () => count++)
  return count
}
