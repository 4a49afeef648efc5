import { forumCommentMaxLength, type ForumComment } from '@wtpu/contract/forums/comments'
import { useRef } from 'react'
import { MarkdownEditor } from '#community/markdown/markdown-editor.tsx'
import { postComment } from './state/comment-commands.ts'
import type { CommentList } from './state/thread-api.ts'
import { useThread } from './state/thread-context.ts'

/** The composer above the comments. `list` is the list that shows what is posted. */
export function NewComment({ list, quote, onQuoted }: { list: CommentList; quote?: string; onQuoted?: () => void }) {
  const { discussionId, queryClient, view, locked } = useThread()
  const posted = useRef<ForumComment>(undefined)
  if (locked) return null
  return (
    <MarkdownEditor
      draftName={`forum-comment:${discussionId}`}
      label="Your comment on this discussion"
      limit={forumCommentMaxLength}
      submitLabel="Post Comment"
      pendingLabel="Posting..."
      quote={quote}
      onQuoted={onQuoted}
      send={async (content, requestKey) => {
        posted.current = await postComment(queryClient, { list, content, requestKey })
      }}
      // After the composer has focused its text box.
      onSent={() => posted.current && view.focus(posted.current.id)}
      className="mb-6"
    />
  )
}
