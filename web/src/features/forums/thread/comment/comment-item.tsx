import type { ForumComment } from '@wtpu/contract/forums/comments'
import { ChevronDown, ChevronRight, MessageSquarePlus, Reply } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Markdown } from '#community/markdown/markdown.tsx'
import { classes } from '#lib/classes.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentHeader } from './comment-header.tsx'
import { nameOf } from './comment-name.ts'
import { actionClass, ReactionButtons } from './reaction-buttons.tsx'
import { ReplyComposer } from './reply-composer.tsx'
import { useStore } from '#lib/store.ts'
import { replyCount, tombstones } from '#features/forums/thread/messages.ts'
import type { CommentList } from '#features/forums/thread/state/thread-api.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'
import { commentElementId } from '#features/forums/thread/state/thread-view.ts'

interface CommentItemProps {
  comment: ForumComment
  parentName?: string
  /** The list of its replies. */
  list: CommentList
  /** Replies are shown on a view of their own. */
  isDeepest: boolean
  /** The number of replies that wait, and what shows them. */
  newReplies: number
  onShowNew: () => void
  onReplied: () => void
  /** Undefined if no replies are shown below. */
  collapsed: boolean | undefined
  repliesId: string
  onToggle: () => void
}

/** A comment without its replies. */
export function CommentItem(props: CommentItemProps) {
  const { comment, parentName } = props
  const { view, viewerId, newSince, locked } = useThread()
  const [editing, setEditing] = useState(false)
  const linked = useStore(view, (state) => state.linked === comment.id)
  const isNew = newSince !== null && comment.user !== viewerId && Date.parse(comment.created_at) > Date.parse(newSince)
  const isShown = comment.state === 'shown'
  useEffect(() => view.onRendered(comment.id), [view, comment.id])
  useEffect(() => (isNew && isShown ? view.countNew() : undefined), [view, isNew, isShown])
  const name = nameOf(comment)
  return (
    <article
      id={commentElementId(comment.id)}
      tabIndex={-1}
      aria-label={isShown ? name : tombstones[comment.state === 'removed' ? 'removed' : 'deleted']}
      data-new={(isNew && isShown) || undefined}
      className={classes(
        '-mx-2 scroll-mt-24 rounded-control px-2 pt-2',
        // The outline is inside the edge: rows skip the paint of what is outside them.
        linked && 'bg-surface outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {comment.state === 'shown' ? (
        <CommentHeader
          comment={comment}
          parentName={parentName}
          linked={linked}
          isNew={isNew}
          onEdit={() => setEditing(true)}
        />
      ) : (
        <p className="py-2 text-soft italic">{tombstones[comment.state]}</p>
      )}
      {isShown && editing && <CommentEditor comment={comment} onClose={() => setEditing(false)} />}
      {isShown && !editing && (
        <Markdown text={comment.content} of={name} quoteId={locked ? undefined : String(comment.id)} className="mt-1" />
      )}
      <Actions {...props} name={name} isShown={isShown} />
      <ReplyComposer comment={comment} list={props.list} isDeepest={props.isDeepest} onReplied={props.onReplied} />
    </article>
  )
}

function Actions({
  comment,
  name,
  isShown,
  newReplies,
  onShowNew,
  collapsed,
  repliesId,
  onToggle,
}: CommentItemProps & { name: string; isShown: boolean }) {
  const { view, locked } = useThread()
  const replying = useStore(view, (state) => state.replyTo === comment.id)
  if (!isShown && collapsed === undefined && newReplies === 0) return null
  return (
    <div className="-ml-2.5 flex flex-wrap items-center">
      {isShown && <ReactionButtons comment={comment} of={name} />}
      {isShown && !locked && (
        <button
          type="button"
          aria-expanded={replying}
          className={actionClass}
          onClick={() => view.setReplyTo(replying ? undefined : comment.id)}
        >
          <Reply aria-hidden className="size-4" />
          <span>
            Reply <span className="sr-only">to {name}</span>
          </span>
        </button>
      )}
      {collapsed !== undefined && (
        <button
          type="button"
          aria-expanded={!collapsed}
          aria-controls={repliesId}
          className={actionClass}
          onClick={onToggle}
        >
          {collapsed ? <ChevronRight aria-hidden className="size-4" /> : <ChevronDown aria-hidden className="size-4" />}
          <span>
            {collapsed ? 'Show' : 'Hide'} {replyCount(comment.reply_count)} <span className="sr-only">to {name}</span>
          </span>
        </button>
      )}
      {newReplies > 0 && (
        <button type="button" className={classes(actionClass, 'text-accent!')} onClick={onShowNew}>
          <MessageSquarePlus aria-hidden className="size-4" />
          <span>
            {newReplies} new {newReplies === 1 ? 'reply' : 'replies'} <span className="sr-only">to {name}</span>
          </span>
        </button>
      )}
    </div>
  )
}
