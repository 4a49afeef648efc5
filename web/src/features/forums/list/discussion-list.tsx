import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { useProgressiveRows } from '#lib/progressive-rows.ts'
import { useStableList } from '#lib/stable-list.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { LoadMore } from '#ui/list/load-more.tsx'
import { NewItemsPill } from '#ui/list/new-items-pill.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'
import { ForumsError } from '#features/forums/forums-error.tsx'
import { rowsOf } from '#features/forums/rows.ts'
import type { ForumSearch } from '#features/forums/search.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { DiscussionListSkeleton } from './discussion-card-skeleton.tsx'

/** The first step fills the first screen of a phone. */
const cardsPerStep = 4
/** After as many pages, a click is needed to go on, so that the page's footer can be reached. */
const automaticPages = 5

/**
 * An endless list of discussions. Rows keep their places when the list is refetched: new ones of others wait behind a pill,
 * the viewer's own come first at once. Give it a key per search.
 */
export function DiscussionList({
  search,
  label,
  startedIds,
  empty,
}: {
  search: ForumSearch
  /** Names the list for screen readers. */
  label: string
  /** The discussions that the viewer has started on this page. */
  startedIds: readonly number[]
  empty: ReactNode
}) {
  const list = useInfiniteQuery(discussionPagesQuery(search))
  const { items, waiting, showWaiting } = useStableList(rowsOf(list.data?.pages), 'wait', { keepRemoved: true })
  const own = waiting.filter(({ id }) => startedIds.includes(id))
  const { rows, isComplete } = useProgressiveRows([...own, ...items], cardsPerStep)
  const top = useRef<HTMLDivElement>(null)
  // Beside the list, the sidebar can always be reached. Below an endless list, it could not.
  const isWide = useMediaQuery('(width >= 64rem)')

  if (list.isPending) return <DiscussionListSkeleton />
  if (!list.data) return <ForumsError failure={list.error} />
  const { corrected } = list.data.pages[0] ?? {}
  function showNew() {
    showWaiting()
    // The pill disappears, so move focus to the list.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      {corrected !== undefined && (
        <p className="mb-4 text-soft">
          Showing results for <strong className="text-ink">{corrected}</strong>
        </p>
      )}
      <NewItemsPill count={waiting.length - own.length} noun="discussion" onShow={showNew} />
      {rows.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className="mb-4 grid gap-4">
          {rows.map((discussion) => (
            <li key={discussion.id} className="min-w-0">
              <DiscussionCard discussion={discussion} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        automatic={isWide && isComplete && list.data.pages.length % automaticPages !== 0}
        onLoad={() => void list.fetchNextPage()}
      />
    </div>
  )
}
