import { forumCommentMaxLength, type ForumComment } from '@wtpu/contract/forums/comments'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Reply from 'lucide-react/icons/reply'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useEffect, useRef, useState } from 'react'
import { MarkdownEditor } from '#community/markdown/markdown-editor.tsx'
import { Markdown } from '#community/markdown/markdown.tsx'
import { ReactionButton } from '#community/reaction-button.tsx'
import { usePendingValue } from '#community/use-pending-value.ts'
import { classes } from '#lib/classes.ts'
import { useStore } from '#lib/store.ts'
import { actionClass, CommentHeader, nameOf } from './comment-header.tsx'
import { replyCount, tombstones } from '../messages.ts'
import { HeldComment } from './held-comment.tsx'
import type { Reaction } from './reaction-store.ts'
import { editComment, postComment, react } from './thread-api.ts'
import { commentElementId, useThread } from './thread-context.ts'

interface CommentItemProps {
  comment: ForumComment
  parentName?: string
  /** Whether the replies are shown on a view of their own. */
  isDeepest?: boolean
  /** Undefined if its replies cannot be hidden. */
  collapsed?: boolean
  repliesId?: string
  onToggle?: () => void
}

interface TombstoneProps {
  id: number
  state: keyof typeof tombstones
  linked: boolean
}

/** The slot of a hidden comment that has replies. */
function Tombstone({ id, state, linked }: TombstoneProps) {
  const text = <p className="py-2 text-soft italic">{tombstones[state]}</p>
  if (!linked || state !== 'removed') return text
  return <HeldComment content={{ kind: 'comment', id }}>{text}</HeldComment>
}

/** A comment without its replies. */
export function CommentItem(props: CommentItemProps) {
  const { comment, parentName } = props
  const { view, viewerId, newSince, locked } = useThread()
  const [editing, setEditing] = useState(false)
  const linked = useStore(view, (state) => state.linked === comment.id)
  const replying = useStore(view, (state) => state.replyTo === comment.id)
  const isNew = newSince !== null && comment.user !== viewerId && Date.parse(comment.created_at) > Date.parse(newSince)
  const isShown = comment.state === 'shown'
  useEffect(() => view.onRendered(comment.id), [view, comment.id])
  useEffect(() => (isNew && isShown ? view.countNew() : undefined), [view, isNew, isShown])
  const name = nameOf(comment)
  return (
    <article
      id={commentElementId(comment.id)}
      tabIndex={-1}
      aria-label={name}
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
        <Tombstone id={comment.id} state={comment.state} linked={linked} />
      )}
      {isShown && editing && <CommentEditor comment={comment} onClose={() => setEditing(false)} />}
      {isShown && !editing && (
        <Markdown
          text={comment.content}
          writing={comment}
          of={name}
          quoteId={locked ? undefined : String(comment.id)}
          className="mt-1"
        />
      )}
      <Actions {...props} name={name} isShown={isShown} replying={replying} />
      {replying && !locked && <ReplyComposer {...props} />}
    </article>
  )
}

function Actions({
  comment,
  name,
  isShown,
  replying,
  collapsed,
  repliesId,
  onToggle,
}: CommentItemProps & { name: string; isShown: boolean; replying: boolean }) {
  const { view, locked } = useThread()
  if (!isShown && collapsed === undefined) return null
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
    </div>
  )
}

/** The viewer's like or dislike of a comment, which exclude each other. `of` names the comment. */
function ReactionButtons({ comment, of }: { comment: ForumComment; of: string }) {
  const { queryClient, reactions } = useThread()
  const read = () => reactions.get(comment.id)
  const saved = useStore(reactions, read)
  const [shown, change] = usePendingValue<Reaction>(saved, (next) => react(queryClient, reactions, comment, next), read)
  const propsOf = (value: 1 | -1, count: number) => ({
    of,
    on: shown === value,
    count: count + Number(shown === value) - Number(saved === value),
    onToggle: () => change((current) => (current === value ? 0 : value)),
    className: 'px-2.5!',
  })
  return (
    <>
      <ReactionButton icon={ThumbsUp} {...propsOf(1, comment.like_count)} />
      <ReactionButton verb="Dislike" icon={ThumbsDown} {...propsOf(-1, comment.dislike_count)} />
    </>
  )
}

/** Below the comment that the viewer replies to. One is open at a time; each comment keeps its draft. */
function ReplyComposer({ comment, isDeepest }: CommentItemProps) {
  const { discussionId, queryClient, view, go, sort } = useThread()
  const quote = useStore(view, (state) => state.quote)
  const posted = useRef<ForumComment>(undefined)
  function onSent() {
    const reply = posted.current
    if (!reply) return
    view.setReplyTo(undefined)
    // The replies of the deepest comments are shown on a view of their own.
    if (isDeepest || reply.parent !== comment.id)
      return go({ sort, thread: reply.parent ?? undefined, comment: reply.id }, 'push')
    view.focus(reply.id)
  }
  return (
    <MarkdownEditor
      draftName={`forum-reply:${comment.id}`}
      label={`Replying to ${comment.user_name}`}
      noun="reply"
      limit={forumCommentMaxLength}
      submitLabel="Post Reply"
      pendingLabel="Posting..."
      startFocused
      quote={quote}
      onQuoted={view.onQuoted}
      send={async (content, idempotencyKey, written) => {
        posted.current = await postComment(queryClient, {
          discussionId,
          sort,
          parent: comment,
          content,
          written,
          idempotencyKey,
        })
      }}
      onSent={onSent}
      onCancel={() => {
        view.setReplyTo(undefined)
        view.focus(comment.id)
      }}
      className="mt-2 mb-3 border-l-2 border-accent pl-3"
    />
  )
}

/** Edits the text of a comment in its place. */
function CommentEditor({ comment, onClose }: { comment: ForumComment; onClose: () => void }) {
  const { queryClient, view } = useThread()
  function close() {
    onClose()
    view.focus(comment.id)
  }
  return (
    <MarkdownEditor
      draftName={`edit-forum-comment:${comment.id}`}
      label="Edit your comment"
      limit={forumCommentMaxLength}
      initialText={comment.content}
      initial={comment}
      submitLabel="Save"
      pendingLabel="Saving..."
      startFocused
      send={(content, _, written) => editComment(queryClient, comment, { content, ...written })}
      onSent={close}
      onCancel={close}
      className="mt-3"
    />
  )
}
