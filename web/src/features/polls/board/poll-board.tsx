import type { ApiFailure } from '#lib/api/api.ts'
import { useRef, useState } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { LinkedPoliticianNotice } from './linked-politician-notice.tsx'
import { useLinkedPolitician } from './linked-politician.ts'
import { PollFilters, type OnSearch } from './poll-filters.tsx'
import { PollListSkeleton } from './poll-list.tsx'
import { PollPages } from './poll-pages.tsx'
import { isFiltered, type PollSearch } from '#features/polls/search.ts'
import { VoteErrorDialog } from '#features/polls/card/vote-error-dialog.tsx'

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
  const [voteFailure, setVoteFailure] = useState<ApiFailure>()
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
      onVoteError={setVoteFailure}
    />
  )
  return (
    <>
      <PollFilters search={search} onSearch={onSearch} onClear={clear} searchBox={searchBox} />
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
      <VoteErrorDialog failure={voteFailure} onClose={() => setVoteFailure(undefined)} />
    </>
  )
}
