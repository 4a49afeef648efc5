import { useRef, useState, useEffect, useEffectEvent } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { PollFilters, type OnSearch } from './poll-filters.tsx'
import { PollListSkeleton } from './poll-list.tsx'
import { PollPages } from './poll-pages.tsx'
import { isFiltered, type PollSearch } from '#features/polls/search.ts'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { RetryButton } from '#ui/retry-button.tsx'
import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { politicianByNameQuery, politicianQuery } from '#features/polls/politician-select/politician-api.ts'
import { FoundCount } from '#ui/endless-list.tsx'
import { pollPagesQuery } from '#features/polls/api.ts'

const tabs = [
  { value: 'all', label: 'All Polls' },
  { value: 'trending', label: 'Trending' },
  { value: 'recent', label: 'Recent' },
  { value: 'ending_soon', label: 'Ending Soon' },
] as const

/** The filters, followed by the tabs, or by a single list if a filter is set. `pollIdParam` is the id in `/polls/{id}`. */
export function PollBoard({
  pollIdParam,
  search,
  onSearch,
}: {
  pollIdParam: string | undefined
  search: PollSearch
  onSearch: OnSearch
}) {
  const linkedPolitician = useLinkedPolitician(search, ({ id }) => onSearch({ politician: String(id) }, 'replace'))
  const tab = search.filter === undefined || search.filter === 'politician' ? 'all' : search.filter
  const searchBox = useRef<HTMLInputElement>(null)
  function clear() {
    onSearch({}, 'push')
    // The Clear button disappears with the filters, so move focus to the search field.
    searchBox.current?.focus()
  }
  const pages = (
    // The key resets the order of rows for each combination of filters.
    <PollPages
      key={JSON.stringify(search)}
      search={search}
      pollIdParam={pollIdParam}
      onClear={isFiltered(search) ? clear : undefined}
    />
  )
  return (
    <>
      <PollFilters search={search} onSearch={onSearch} onClear={clear} searchBox={searchBox} />
      {isFiltered(search) && <FoundPolls search={search} />}
      {linkedPolitician.kind === 'not-found' && <LinkedPoliticianNotice name={search.q ?? ''} />}
      {linkedPolitician.kind === 'failed' && (
        <LinkedPoliticianNotice name={search.q ?? ''} onRetry={linkedPolitician.retry} />
      )}
      {linkedPolitician.kind === 'loading' ? (
        <PollListSkeleton />
      ) : isFiltered(search) ? (
        pages
      ) : (
        <Tabs
          label="Polls"
          tabs={tabs}
          value={tab}
          onChange={(value) => onSearch(value === 'all' ? {} : { filter: value }, 'push')}
        >
          {pages}
        </Tabs>
      )}
    </>
  )
}

function FoundPolls({ search }: { search: PollSearch }) {
  const found = useInfiniteQuery(pollPagesQuery(search)).data?.pages[0]
  return <FoundCount noun="poll" count={found && `${found.results.length}${found.next === null ? '' : ' or more'}`} />
}

/** Shown above all polls when the politician named in a link was not found or could not be loaded. */
function LinkedPoliticianNotice({ name, onRetry }: { name: string; onRetry?: () => unknown }) {
  return (
    <div
      aria-live="polite"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-warning-tint p-4"
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <strong>{onRetry ? 'The politician could not be looked up.' : `No politician matches “${name}”.`}</strong> Here
        are all polls.
      </p>
      {onRetry && <RetryButton size="small" onRetry={onRetry} />}
    </div>
  )
}

/** Skeletons replace the list for at most two seconds. */
const maxSkeletonMs = 2000

type LinkedPolitician = { kind: 'none' | 'loading' | 'not-found' } | { kind: 'failed'; retry: () => unknown }

/** Looks up the politician named in `?filter=politician&q=` and calls `onFound` to select them. */
function useLinkedPolitician(search: PollSearch, onFound: (politician: PoliticianProfile) => void): LinkedPolitician {
  const queryClient = useQueryClient()
  const name = search.filter === 'politician' ? search.q : undefined
  const { data, error, refetch } = useQuery({ ...politicianByNameQuery(name ?? ''), enabled: name !== undefined })
  const select = useEffectEvent((politician: PoliticianProfile) => {
    // Lets the filter show the name without another request.
    queryClient.setQueryData(politicianQuery(politician.id).queryKey, politician)
    onFound(politician)
  })
  useEffect(() => {
    if (name !== undefined && data) select(data)
  }, [name, data])

  const [timedOutName, setTimedOutName] = useState<string>()
  useEffect(() => {
    if (name === undefined) return undefined
    const timer = setTimeout(() => setTimedOutName(name), maxSkeletonMs)
    return () => clearTimeout(timer)
  }, [name])

  if (name === undefined) return { kind: 'none' }
  if (error) return error.status === 404 ? { kind: 'not-found' } : { kind: 'failed', retry: () => refetch() }
  return { kind: timedOutName === name ? 'none' : 'loading' }
}
