import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, type ReactNode } from 'react'
import { useProgressiveRows } from '#lib/progressive-rows.ts'
import { useStableList } from '#lib/stable-list.ts'
import { useIdle } from '#lib/use-idle.ts'
import type { AgePreset } from '#lib/time.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { NewItemsPill } from '#ui/list/new-items-pill.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { preloadComments } from '#features/boiler-room/card/post-actions.tsx'
import { useMissingPosts } from '#features/boiler-room/card/post-api.ts'
import { PostCard } from '#features/boiler-room/card/post-card.tsx'
import { postPagesQuery, type PostFilter } from './feed-api.ts'
import { postsLoadFailed } from './messages.ts'
import { useJustPostedIds, useNewPostCount, type PostMatcher } from './new-posts.ts'
import { PostSkeletons } from './post-skeletons.tsx'

/** Fills the first screen of a phone. */
const firstCards = 2

/** After as many pages, a click is needed to go on, so that the page's footer can be reached. */
const automaticPages = 5

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
  const list = useInfiniteQuery(postPagesQuery(filter))
  // The first posts are rendered in time slices, so that the page responds meanwhile.
  const arrived = useDeferredValue(list.data !== undefined)
  const data = arrived ? list.data : undefined
  const fresh = uniqueById(data?.pages.flatMap((page) => page.results) ?? [])
  // A deleted post keeps its place: its card says that it was deleted.
  const { items, waiting, showWaiting } = useStableList(fresh, 'wait', { keepRemoved: true })
  useMissingPosts(items, fresh, !list.hasNextPage)
  const ownIds = useJustPostedIds()
  const own = waiting.filter(({ id }) => ownIds.includes(id))
  const newCount = useNewPostCount({ items, waiting, isLoaded: data !== undefined }, matches)
  const rows = [...own, ...items]
  const { rows: posts, isComplete } = useProgressiveRows(rows, 1, { firstRows: firstCards })
  const top = useRef<HTMLDivElement>(null)
  const canPreload = useIdle() && posts.length > 0
  useEffect(() => {
    if (canPreload) preloadComments()
  }, [canPreload])

  if (!data) {
    if (list.isPending || list.data) return <PostSkeletons />
    return (
      <ErrorState title={postsLoadFailed} onRetry={() => list.refetch()}>
        {list.error?.status === 0 && list.error.message}
      </ErrorState>
    )
  }

  async function showNew() {
    // Refetch only the first page. The cards stay until it has arrived.
    queryClient.setQueryData(
      postPagesQuery(filter).queryKey,
      (cached) => cached && { pages: cached.pages.slice(0, 1), pageParams: cached.pageParams.slice(0, 1) },
    )
    const { isError } = await list.refetch()
    if (isError) return toast({ title: 'Error', description: postsLoadFailed, variant: 'destructive' })
    showWaiting()
    // The pill disappears, so move focus to the list.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }

  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <NewItemsPill count={newCount} noun="post" onShow={() => void showNew()} />
      {posts.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className="mb-4 grid gap-4 sm:gap-5">
          {posts.map((post) => (
            <li key={post.id} className="min-w-0">
              <PostCard post={post} preset={preset} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        automatic={isComplete && data.pages.length % automaticPages !== 0}
        onLoad={() => void list.fetchNextPage()}
      />
    </div>
  )
}

/** Pages can overlap when posts were added while they were loaded. */
function uniqueById<T extends { id: number }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
