import { useInfiniteQuery } from '@tanstack/react-query'
import Flame from 'lucide-react/icons/flame'
import MessagesSquare from 'lucide-react/icons/messages-square'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { useEndlessList } from '#lib/endless-list.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EndlessList, FoundCount } from '#ui/endless-list.tsx'
import { SearchAdvice } from '#community/search-advice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'
import { ForumsError } from '#features/forums/forums-error.tsx'
import { discussionCount, noDiscussions, noMatchingDiscussions, nothingTrending } from '#features/forums/messages.ts'
import { isFiltered, type ForumSearch, type OnForumSearch } from '#features/forums/search.ts'
import { DiscussionCard, DiscussionListSkeleton } from './discussion-card.tsx'
import { TagFilter } from './forum-filters.tsx'

/** The tabs All Discussions (n) and Trending (n). Filters apply to both. */
export function ForumTabs({
  search,
  onSearch,
  onClear,
  onStart,
  startedIds,
}: {
  search: ForumSearch
  onSearch: OnForumSearch
  onClear: () => void
  /** Opens the Start New Discussion dialog. */
  onStart: () => void
  startedIds: readonly number[]
}) {
  const tabs = [
    { value: 'all', label: <TabLabel name="All Discussions" search={{ ...search, tab: undefined }} /> },
    { value: 'trending', label: <TabLabel name="Trending" search={{ ...search, tab: 'trending' }} /> },
  ] as const
  const empty = isFiltered(search) ? (
    <NoMatches q={search.q} onClear={onClear} />
  ) : search.tab === 'trending' ? (
    <NothingTrending />
  ) : (
    <NoDiscussions onStart={onStart} />
  )
  return (
    <Tabs
      label="Discussions"
      tabs={tabs}
      value={search.tab ?? 'all'}
      onChange={(tab) => onSearch({ ...search, tab: tab === 'all' ? undefined : tab }, 'push')}
    >
      {search.tag !== undefined && (
        <TagFilter search={search} onRemove={() => onSearch({ ...search, tag: undefined }, 'push')} />
      )}
      <FoundDiscussions search={search} />
      <DiscussionList
        // The key resets the order of rows for each combination of filters.
        key={JSON.stringify(search)}
        search={search}
        label={search.tab === 'trending' ? 'Trending discussions' : 'All discussions'}
        startedIds={startedIds}
        empty={empty}
      />
    </Tabs>
  )
}

function FoundDiscussions({ search }: { search: ForumSearch }) {
  const count = useInfiniteQuery(discussionPagesQuery(search)).data?.pages[0]?.count
  const isShown = isFiltered(search) && count !== undefined
  return <FoundCount noun="discussion" count={isShown ? discussionCount(count, search.q !== undefined) : undefined} />
}

/** A tab with the count of its list. Reserves the place of the count while it loads. */
function TabLabel({ name, search }: { name: string; search: ForumSearch }) {
  const { data } = useInfiniteQuery(discussionPagesQuery(search))
  const count = data?.pages[0]?.count
  return (
    <>
      {name}{' '}
      {count === undefined ? (
        <span className="invisible tabular-nums">(00)</span>
      ) : (
        <span className="tabular-nums">({discussionCount(count, search.q !== undefined)})</span>
      )}
    </>
  )
}

function NoDiscussions({ onStart }: { onStart: () => void }) {
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title={noDiscussions}
      action={<Button onClick={onStart}>Start the First Discussion</Button>}
    >
      Ask a question or make a case, and hear what others think.
    </EmptyState>
  )
}

function NothingTrending(): ReactNode {
  return (
    <EmptyState icon={<Flame />} title={nothingTrending}>
      Discussions with many replies and likes in the last two days appear here.
    </EmptyState>
  )
}

function NoMatches({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={noMatchingDiscussions}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      <SearchAdvice q={q}>Try fewer or different words, or another category.</SearchAdvice>
    </EmptyState>
  )
}

/** The first step fills the first screen of a phone. */
const cardsPerStep = 4

/**
 * An endless list of discussions. Rows keep their places when the list is refetched: new ones of others wait behind a pill,
 * the viewer's own come first at once. Give it a key per search.
 */
function DiscussionList({
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
  const pages = useInfiniteQuery(discussionPagesQuery(search))
  const list = useEndlessList(pages, {
    keepRemoved: true,
    isOwn: ({ id }) => startedIds.includes(id),
    rowsPerStep: cardsPerStep,
  })
  // Beside the list, the sidebar can always be reached. Below an endless list, it could not.
  const isWide = useMediaQuery('(width >= 64rem)')

  if (pages.isPending) return <DiscussionListSkeleton />
  if (!pages.data) return <ForumsError failure={pages.error} />
  const { corrected } = pages.data.pages[0] ?? {}
  return (
    <EndlessList list={list} noun="discussion" automatic={isWide}>
      {corrected !== undefined && (
        <p className="mb-4 text-soft">
          Showing results for <strong className="text-ink">{corrected}</strong>
        </p>
      )}
      {list.rows.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className="mb-4 grid gap-4">
          {list.rows.map((discussion) => (
            <li key={discussion.id} className="min-w-0">
              <DiscussionCard discussion={discussion} />
            </li>
          ))}
        </ul>
      )}
    </EndlessList>
  )
}
