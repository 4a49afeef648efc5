import type { Post } from '@wtpu/contract/posts'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { useDeletePost } from './post-api.ts'
import { isEditable, permalink, postCardId } from './rules.ts'

/** How often the menu checks whether the post can still be edited. */
const clockIntervalMs = 30_000

export function PostMenu({
  post,
  name,
  onEdit,
  onShowHistory,
}: {
  post: Post
  name: string
  onEdit: () => void
  onShowHistory: () => void
}) {
  const own = useSession()?.user_id === post.user
  const now = useNow(clockIntervalMs)
  const remove = useDeletePost(post)
  return (
    <div className="-mt-1 -mr-2 sm:-mr-3">
      <ContentMenu
        noun="post"
        of={name}
        content={{ kind: 'post', id: post.id }}
        own={own}
        link={permalink(post.id, window.location.origin)}
        onEdit={own && isEditable(post, now) ? onEdit : undefined}
        onShowHistory={post.edited_at === null ? undefined : onShowHistory}
        onDelete={own ? remove.mutateAsync : undefined}
        focusAfterDelete={() => document.getElementById(postCardId(post.id))}
      />
    </div>
  )
}
