import { fullCount } from '@wtpu/contract/full-count'
import type { Post } from '@wtpu/contract/boiler-room/posts'
import { useLocation } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import { useRef, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { LikeButton } from '#community/reaction-button.tsx'
import { compactCount } from '#lib/format.ts'
import { createStore, useStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { lazyMenu } from '#ui/lazy-menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { keepPlace } from '#lib/keep-place.ts'
import { useLikePost } from './post-api.ts'
import { postName } from './post-name.ts'

export const PostComments = lazyComponent(() => import('./post-comments.tsx').then((module) => module.PostComments))

/** The buttons of a post, and below them its comments. Alone on its page, the comments are always open. */
export function PostActions({ post, alone }: { post: Post; alone: boolean }) {
  const like = useLikePost(post.id)
  const [isOpened, setOpened] = useOpenComments(post.id)
  const open = alone || isOpened
  const button = useRef<HTMLButtonElement>(null)
  const commentsId = `post-${post.id}-comments`
  const name = postName(post)
  function toggleComments() {
    // This closes the comments of another post. If that one is above, everything below moves up.
    keepPlace(button.current, () => {
      flushSync(() => setOpened(!isOpened))
      return button.current
    })
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
          <ShareMenu postId={post.id} button={<ShareButton name={name} />} />
        </div>
      </div>
      {open && <PostComments fallback={<Skeleton className="mt-4 h-48" />} post={post} id={commentsId} />}
    </>
  )
}

/** The post whose comments are open, and the history entry of its page: going Back shows them open again. */
let opened: { postId: number; entry: string | undefined } | undefined
const store = createStore(() => opened)

/** Only one post's comments are open at a time. */
function useOpenComments(postId: number): [isOpen: boolean, setOpen: (open: boolean) => void] {
  // oxlint-disable-next-line no-underscore-dangle -- the router's name for the key of a history entry
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const isOpen = useStore(store, () => opened?.postId === postId && opened.entry === entry)
  return [
    isOpen,
    (next) => {
      if (next === isOpen) return
      opened = next ? { postId, entry } : undefined
      store.notify()
    },
  ]
}

const ShareMenu = lazyMenu(() => import('./share-menu-list.tsx').then((module) => module.ShareMenuList))

function ShareButton({ name, ...buttonProps }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button {...buttonProps} variant="ghost" size="small" className="text-soft! sm:ml-auto">
      <Share2 aria-hidden className="size-4" />
      <span>
        Share <span className="sr-only">{name}</span>
      </span>
    </Button>
  )
}
