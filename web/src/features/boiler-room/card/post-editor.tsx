import { postMaxLength, type Post } from '@wtpu/contract/boiler-room/posts'
import { CommentComposer } from '#community/comment-composer.tsx'
import { useEditPost } from './post-api.ts'

/** Edits the text of a post in its place. */
export function PostEditor({ post, onClose }: { post: Post; onClose: () => void }) {
  const edit = useEditPost(post.id)
  return (
    <CommentComposer
      draftName={`edit-post:${post.id}`}
      label="Edit your post"
      noun="post"
      limit={postMaxLength}
      initialText={post.text}
      allowBlank={post.media.length > 0}
      submitLabel="Save"
      pendingLabel="Saving..."
      startFocused
      send={(text) => edit.mutateAsync(text)}
      onSent={onClose}
      onCancel={onClose}
      className="mt-3"
    />
  )
}
