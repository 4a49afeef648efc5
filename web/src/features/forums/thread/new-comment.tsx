import { forumCommentMaxLength } from '@wtpu/contract/forums/comments'
import { MarkdownEditor } from '#community/markdown/markdown-editor.tsx'
import { postComment } from './data/comment-commands.ts'
import type { CommentList } from './data/thread-api.ts'
import { useThread } from './data/thread-context.ts'

/** The composer above the comments. `list` is the list that shows what is posted. */
export function NewComment({ list, quote, onQuoted }: { list: CommentList; quote?: string; onQuoted?: () => void }) {
  const { discussionId, queryClient, view, locked } = useThread()
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
      send={async (content) => {
        const comment = await postComment(queryClient, { list, content })
        view.focus(comment.id)
      }}
      className="mb-6"
    />
  )
}
