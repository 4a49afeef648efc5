import { forumCommentMaxLength, type ForumComment } from '@wtpu/contract/forums/comments'
import { MarkdownEditor } from '#community/markdown/markdown-editor.tsx'
import { editComment } from '#features/forums/thread/state/comment-commands.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'

/** Edits the text of a comment in its place. */
export function CommentEditor({ comment, onClose }: { comment: ForumComment; onClose: () => void }) {
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
      submitLabel="Save"
      pendingLabel="Saving..."
      startFocused
      send={(text) => editComment(queryClient, comment, text)}
      onSent={close}
      onCancel={close}
      className="mt-3"
    />
  )
}
