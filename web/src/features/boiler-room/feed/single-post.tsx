import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import { usePageHead } from '#lib/head.ts'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { PostCard } from '#features/boiler-room/card/post-card.tsx'
import { postQuery } from '../feed-api.ts'
import { postLoadFailed, postNotFound } from '../messages.ts'
import { PostSkeletons } from './post-feed.tsx'

const UnderReview = lazyComponent(() => import('#community/under-review.tsx').then((module) => module.UnderReview))

/** The post of a permalink, above a link to the feed. `id` is undefined if the URL contains no valid id. */
export function SinglePost({ id }: { id: number | undefined }) {
  return (
    <>
      <LinkedPost id={id} />
      <Link to="/boiler-room" className={`mt-6 ${buttonClass({ variant: 'secondary' })}`}>
        <ArrowLeft aria-hidden className="size-4" /> All posts
      </Link>
    </>
  )
}

function LinkedPost({ id }: { id: number | undefined }) {
  const post = useQuery({ ...postQuery(id ?? 0), enabled: id !== undefined })
  usePageHead(post.data && { title: `Post by ${post.data.user_name}` })
  const viewerId = useSession()?.user_id
  const missing = id === undefined || post.error?.status === 404
  if (missing && !post.data) {
    return (
      <>
        <h1 className="sr-only">{postNotFound}</h1>
        <EmptyState icon={<FileQuestion />} title={postNotFound}>
          It may have been deleted, or the link is incomplete.
        </EmptyState>
      </>
    )
  }
  if (post.data?.under_review && !missing)
    return (
      <UnderReview
        title={`Post by ${post.data.user_name}`}
        text={post.data.text}
        writing={post.data}
        own={viewerId === post.data.user ? { kind: 'post', id: post.data.id } : undefined}
      />
    )
  if (post.data) return <PostCard post={post.data} alone deleted={missing} />
  if (post.isPending) {
    return (
      <>
        <h1 className="sr-only">Post</h1>
        <PostSkeletons count={1} />
      </>
    )
  }
  return (
    <>
      <h1 className="sr-only">{postLoadFailed}</h1>
      <ErrorState title={postLoadFailed} query={post} />
    </>
  )
}
