import type { ForumComment } from '@wtpu/contract/forums/comments'
import { Pin, PinOff, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { quoteText } from '#community/markdown/quote.ts'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { deleteComment, removeComment, setPinned } from '#features/forums/thread/state/comment-commands.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'
import { commentElementId } from '#features/forums/thread/state/thread-view.ts'
import { threadPath } from '#features/forums/thread/thread-search.ts'

const ReasonDialog = lazyDialog(
  ({ title }) => title,
  () => import('#community/menu/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

interface CommentMenuProps {
  comment: ForumComment
  name: string
  onEdit: () => void
  onShowHistory?: () => void
}

/** What the viewer can do with a comment, and a moderator too. */
export function CommentMenu({ comment, name, onEdit, onShowHistory }: CommentMenuProps) {
  const { discussionId, queryClient, view, viewerId, locked, canModerate } = useThread()
  const [removing, setRemoving] = useState(false)
  const own = comment.user !== null && comment.user === viewerId
  const link = `${window.location.origin}${threadPath(discussionId, { comment: comment.id })}`
  const moderation = [
    ...(comment.parent === null
      ? [pinAction(comment.isPinned, () => void setPinned(queryClient, comment, !comment.isPinned))]
      : []),
    { label: 'Remove comment', icon: <ShieldX aria-hidden />, onSelect: () => setRemoving(true) },
  ]
  return (
    <>
      <ContentMenu
        noun="comment"
        of={name}
        content={{ kind: 'comment', id: comment.id }}
        own={own}
        link={link}
        onQuote={locked ? undefined : () => view.setReplyTo(comment.id, quoteText(comment.content))}
        onEdit={own && !locked ? onEdit : undefined}
        onShowHistory={onShowHistory}
        actions={canModerate ? moderation : undefined}
        onDelete={own ? () => deleteComment(queryClient, comment) : undefined}
        focusAfterDelete={() =>
          document.getElementById(commentElementId(comment.id)) ?? document.getElementById('replies')
        }
      />
      {canModerate && (
        <ReasonDialog
          open={removing}
          onOpenChange={setRemoving}
          draftName={`remove-forum-comment:${comment.id}`}
          title="Remove this comment?"
          description={`Others will see that a moderator removed it. ${comment.user_name} will see your reason.`}
          submitLabel="Remove"
          pendingLabel="Removing..."
          send={(reason) => removeComment(queryClient, comment, reason)}
        />
      )}
    </>
  )
}

function pinAction(isPinned: boolean, onSelect: () => void) {
  const icon = isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />
  return { label: isPinned ? 'Unpin comment' : 'Pin comment', icon, onSelect }
}
