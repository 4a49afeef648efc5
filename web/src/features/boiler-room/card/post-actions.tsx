import type { Post } from '@wtpu/contract/posts'
import { MessageCircle } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { contentName } from '#community/comment-row.tsx'
import { LikeButton } from '#community/reaction-button.tsx'
import { compactCount, fullCount } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useOpenComments } from './open-comments.ts'
import { useLikePost } from './post-api.ts'
import { ShareMenu } from './share-menu.tsx'

export const PostComments = lazyComponent(() => import('./post-comments.tsx').then((module) => module.PostComments))

/** The buttons of a post, and below them its comments. Alone on its page, the comments are always open. */
export function PostActions({ post, alone }: { post: Post; alone: boolean }) {
  const like = useLikePost(post.id)
  const [opened, setOpened] = useOpenComments(post.id)
  const open = alone || opened
  const button = useRef<HTMLButtonElement>(null)
  const commentsId = `post-${post.id}-comments`
  const name = contentName('post', post.user_name, post.text)
  function toggleComments() {
    // This closes the comments of another post. If that one is above, everything below moves up: scroll by as much, so that
    // the button stays under the pointer.
    const before = button.current?.getBoundingClientRect().top ?? 0
    flushSync(() => setOpened(!opened))
    const after = button.current?.getBoundingClientRect().top ?? 0
    if (after !== before) window.scrollBy({ top: after - before, behavior: 'instant' })
  }
  return (
    <>
      <div className="mt-3 -mb-2 border-t border-line pt-2">
        <div className="-mx-3 flex flex-wrap items-center gap-x-1">
          <LikeButton liked={post.user_has_liked} count={post.likes_count} of={name} send={like.mutateAsync} />
          <Button
            ref={button}
            variant="ghost"
            size="small"
            aria-expanded={alone ? undefined : open}
            aria-controls={open ? commentsId : undefined}
            onClick={alone ? () => document.getElementById(commentsId)?.focus() : toggleComments}
            className="text-soft! tabular-nums"
          >
            <MessageCircle aria-hidden className="size-4" />
            <span aria-hidden title={fullCount(post.comments_count)}>
              {compactCount(post.comments_count)}
            </span>
            <span className="sr-only">Comments on {name}</span>
            <span className="sr-only">
              {post.comments_count === 1 ? '(1 comment)' : `(${fullCount(post.comments_count)} comments)`}
            </span>
          </Button>
          <ShareMenu postId={post.id} name={name} />
        </div>
      </div>
      {open && <PostComments fallback={<Skeleton className="mt-4 h-48" />} post={post} id={commentsId} />}
    </>
  )
}
