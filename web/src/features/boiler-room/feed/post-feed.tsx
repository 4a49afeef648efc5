import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, type ReactNode } from 'react'
import { useEndlessList } from '#lib/endless-list.ts'
import type { AgePreset } from '#lib/dates.ts'
import { showSent } from '#community/show-sent.ts'
import { useIdle } from '#lib/use-idle.ts'
import { SkipLink } from '#ui/skip-link.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PostComments } from '#features/boiler-room/card/post-actions.tsx'
import { useMissingPosts } from '#features/boiler-room/card/post-api.ts'
import { PostCard } from '#features/boiler-room/card/post-card.tsx'
import { postPagesQuery, useJustPostedIds, useNewPostCount, type PostFilter, type PostMatcher } from '../feed-api.ts'
import { postsLoadFailed, noPosts } from '../messages.ts'
import MessageSquare from 'lucide-react/icons/message-square'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'

/** Fills the first screen of a phone. */
const firstCards = 2

/**
 * An endless list of posts, newest first. The viewer's new posts are shown at once; those of others wait behind a pill.
 * Give it a key per filter.
 */
export function PostFeed({
  label,
  filter,
  matches,
  preset,
  empty,
}: {
  /** Names the list for screen readers. */
  label: string
  filter: PostFilter
  /** Finds the new posts of this list. Without it, only a refetch finds them. */
  matches?: PostMatcher
  /** How the ages of posts are written. */
  preset?: AgePreset
  empty: ReactNode
}) {
  const queryClient = useQueryClient()
  const pages = useInfiniteQuery(postPagesQuery(filter))
  // The first posts are rendered in time slices, so that the page responds meanwhile.
  const arrived = useDeferredValue(pages.data !== undefined)
  const data = arrived ? pages.data : undefined
  const ownIds = useJustPostedIds()
  const list = useEndlessList(
    { ...pages, data },
    // A deleted post keeps its place: its card says that it was deleted.
    { keepRemoved: true, isOwn: ({ id }) => ownIds.includes(id), rowsPerStep: 1, firstRows: firstCards },
  )
  useMissingPosts(list.items, list.fresh, !pages.hasNextPage)
  const newCount = useNewPostCount({ items: list.items, waiting: list.waiting, isLoaded: data !== undefined }, matches)
  const canPreload = useIdle() && list.rows.length > 0
  useEffect(() => {
    if (canPreload) void PostComments.preload()
  }, [canPreload])

  if (!data) {
    if (pages.isPending || pages.data) return <PostSkeletons />
    return (
      <ErrorState title={postsLoadFailed} onRetry={() => pages.refetch()}>
        {pages.error?.status === 0 && pages.error.message}
      </ErrorState>
    )
  }

  async function loadNew() {
    // Refetch only the first page. The cards stay until it has arrived.
    queryClient.setQueryData(
      postPagesQuery(filter).queryKey,
      (cached) => cached && { pages: cached.pages.slice(0, 1), pageParams: cached.pageParams.slice(0, 1) },
    )
    const { isError } = await pages.refetch()
    if (isError) toast({ title: 'Error', description: postsLoadFailed, variant: 'destructive' })
    return !isError
  }

  return (
    <EndlessList list={list} noun="post" newCount={newCount} loadNew={loadNew}>
      <SkipLink to="#footer">Skip the posts</SkipLink>
      {list.rows.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className="mb-4 grid gap-4 sm:gap-5">
          {list.rows.map((post) => (
            <li key={post.id} ref={post.id === ownIds.at(-1) ? showSent : undefined} className="min-w-0">
              <PostCard post={post} preset={preset} />
            </li>
          ))}
        </ul>
      )}
    </EndlessList>
  )
}

/** Placeholders in the shape of post cards. */
export function PostSkeletons({ count = 3 }: { count?: number }) {
  return (
    <LoadingState label="Loading posts..." rows={count} className="grid gap-4 sm:gap-5">
      <div className={cardClass('p-4 sm:p-5')}>
        <div className="flex items-center gap-3">
          <Skeleton className="size-12 shrink-0 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-5 w-40 max-w-full" />
            <Skeleton className="mt-1.5 h-4 w-20" />
          </div>
        </div>
        <Skeleton className="mt-4 h-5" />
        <Skeleton className="mt-2 h-5 w-3/5" />
        <div className="mt-5 flex gap-3">
          <Skeleton className="h-9 w-20" />
          <Skeleton className="h-9 w-20" />
        </div>
      </div>
    </LoadingState>
  )
}

/** The user's posts with their comments. */
export function RecentPosts({ user }: { user: { id: number; name: string } }) {
  return (
    <PostFeed
      key={user.id}
      label={`Posts by ${user.name}`}
      filter={{ user: String(user.id) }}
      matches={(post) => post.user === user.id}
      preset="forum"
      empty={
        <EmptyState icon={<MessageSquare />} title={noPosts}>
          Posts by {user.name} in the Boiler Room will appear here.
        </EmptyState>
      }
    />
  )
}
