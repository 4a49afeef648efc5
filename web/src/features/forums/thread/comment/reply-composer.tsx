import { forumCommentMaxLength, type ForumComment } from '@wtpu/contract/forums/comments'
import { useRef } from 'react'
import { MarkdownEditor } from '#community/markdown/markdown-editor.tsx'
import { useStore } from '#lib/store.ts'
import { postComment } from '#features/forums/thread/state/comment-commands.ts'
import type { CommentList } from '#features/forums/thread/state/thread-api.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'

interface ReplyComposerProps {
  comment: ForumComment
  /** The list of the comment's replies. */
  list: CommentList
  isDeepest: boolean
  /** Shows the list of replies. */
  onReplied: () => void
}

/** Below the comment that the viewer replies to. One is open at a time; each comment keeps its draft. */
export function ReplyComposer(props: ReplyComposerProps) {
  const { view, locked } = useThread()
  const open = useStore(view, (state) => state.replyTo === props.comment.id)
  return open && !locked ? <OpenReplyComposer {...props} /> : null
}

function OpenReplyComposer({ comment, list, isDeepest, onReplied }: ReplyComposerProps) {
  const { queryClient, view, go, sort } = useThread()
  const quote = useStore(view, (state) => state.quote)

  const posted = useRef<ForumComment>(undefined)
  async function send(content: string, requestKey: string | undefined) {
    posted.current = await postComment(queryClient, { list, parent: comment, content, requestKey })
  }
  function onSent() {
    const reply = posted.current
    if (!reply) return
    view.setReplyTo(undefined)
    // Its replies are shown on a view of their own.
    if (isDeepest || reply.parent !== comment.id)
      return go({ sort, thread: reply.parent ?? undefined, comment: reply.id }, 'push')
    onReplied()
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
      send={send}
      onSent={onSent}
      onCancel={() => {
        view.setReplyTo(undefined)
        view.focus(comment.id)
      }}
      className="mt-2 mb-3 border-l-2 border-accent pl-3"
    />
  )
}
