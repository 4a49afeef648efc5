import type { CommentRevision, ForumComment } from '@wtpu/contract/forums/comments'
import { Link2, Pin, ShieldCheck, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { AuthorAvatar, AuthorLine, EditedMark } from '#community/author-line.tsx'
import { RelativeTime } from '#community/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { commentRevisionsQuery } from '#features/forums/thread/state/thread-api.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'
import { commentElementId } from '#features/forums/thread/state/thread-view.ts'
import { CommentMenu } from './comment-menu.tsx'
import { nameOf } from './comment-name.ts'
import { NextNewButton } from './next-new-button.tsx'
import { ThreadLink } from './thread-link.tsx'

const EditHistory = lazyDialog(
  () => 'Edit History',
  () => import('#community/edit-history.tsx').then((module) => module.EditHistory<CommentRevision>),
)

interface CommentHeaderProps {
  comment: ForumComment
  parentName?: string
  linked: boolean
  isNew: boolean
  onEdit: () => void
}

/** The author, the age and the badges of a comment, and its menu. */
export function CommentHeader({ comment, parentName, linked, isNew, onEdit }: CommentHeaderProps) {
  const [historyOpen, setHistoryOpen] = useState(false)
  const author = { id: comment.user ?? 0, name: comment.user_name, avatar: comment.user_avatar }
  const name = nameOf(comment)
  const showHistory = () => setHistoryOpen(true)
  return (
    <div className="flex items-start gap-3">
      {comment.user !== null && <AuthorAvatar author={author} size="small" />}
      <div className="min-w-0 flex-1">
        <Line comment={comment} name={name} onShowHistory={showHistory}>
          <Badges comment={comment} linked={linked} isNew={isNew} />
        </Line>
        {comment.parent !== null && parentName !== undefined && (
          <InReplyTo parent={comment.parent} parentName={parentName} />
        )}
      </div>
      <div className="-my-1.5 -mr-2">
        <CommentMenu
          comment={comment}
          name={name}
          onEdit={onEdit}
          onShowHistory={comment.edited_at === null ? undefined : showHistory}
        />
      </div>
      {comment.edited_at !== null && (
        <EditHistory
          open={historyOpen}
          onOpenChange={setHistoryOpen}
          current={{ text: comment.content, created_at: comment.edited_at }}
          revisions={commentRevisionsQuery(comment.id)}
          noun="comment"
          markdown
        />
      )}
    </div>
  )
}

interface LineProps {
  comment: ForumComment
  name: string
  onShowHistory: () => void
  /** The badges, which follow on the same line if there is room. */
  children: ReactNode
}

function Line({ comment, name, onShowHistory, children }: LineProps) {
  const author = { id: comment.user ?? 0, name: comment.user_name, avatar: comment.user_avatar }
  const mark = comment.edited_at !== null && <EditedMark of={name} onShowHistory={onShowHistory} />
  if (comment.user !== null) {
    return (
      <AuthorLine author={author} createdAt={comment.created_at} preset="forum">
        {mark}
        {children}
      </AuthorLine>
    )
  }
  // The account was deleted, so there is no profile.
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="min-w-0 py-1 font-semibold wrap-anywhere">{comment.user_name}</span>
      <RelativeTime at={comment.created_at} preset="forum" />
      {mark}
      {children}
    </p>
  )
}

function Badges({ comment, linked, isNew }: Pick<CommentHeaderProps, 'comment' | 'linked' | 'isNew'>) {
  if (!comment.isModerator && !comment.isPinned && !linked && !isNew) return null
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1.5 self-center wrap-anywhere">
      {comment.isModerator && (
        <Badge tone="violet" icon={<ShieldCheck aria-hidden />}>
          Moderator
        </Badge>
      )}
      {comment.isPinned && (
        <Badge tone="warning" icon={<Pin aria-hidden />}>
          Pinned
        </Badge>
      )}
      {linked && (
        <Badge tone="brand" icon={<Link2 aria-hidden />}>
          Linked comment
        </Badge>
      )}
      {isNew && (
        <>
          <Badge tone="good" icon={<Sparkles aria-hidden />}>
            New
          </Badge>
          <NextNewButton commentId={comment.id} />
        </>
      )}
    </span>
  )
}

/** Jumps to the comment that this one replies to. */
function InReplyTo({ parent, parentName }: { parent: number; parentName: string }) {
  const { view } = useThread()
  return (
    <p className="text-sm text-soft">
      in reply to{' '}
      <ThreadLink
        search={{ comment: parent }}
        className="rounded-sm font-medium underline decoration-dotted underline-offset-4 hover:text-ink"
        onFollow={() => {
          if (!document.getElementById(commentElementId(parent))) return false
          view.focus(parent, 'start')
          return true
        }}
      >
        {parentName || 'a removed comment'}
      </ThreadLink>
    </p>
  )
}
