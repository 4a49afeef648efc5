import type { ApiFailure } from '#lib/api/api.ts'
import { useRef, useState } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { NamedPoliticianNotice } from './named-politician-notice.tsx'
import { useNamedPolitician } from './named-politician.ts'
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

/** The filters, and below them the tabs, or one list when a filter is set. `address` is the id of `/polls/{id}`. */
export function PollBoard({
  address,
  search,
  onSearch,
}: {
  address: string | undefined
  search: PollSearch
  onSearch: OnSearch
}) {
  const [voteFailure, setVoteFailure] = useState<ApiFailure>()
  const named = useNamedPolitician(search, ({ id }) => onSearch({ politician: String(id) }, 'replace'))
  const tab = search.filter === undefined || search.filter === 'politician' ? 'all' : search.filter
  const searchBox = useRef<HTMLInputElement>(null)
  function clear() {
    onSearch({}, 'push')
    // The pressed button is gone with the filters: the keyboard goes on from here.
    searchBox.current?.focus()
  }
  const pages = (
    // Keyed: each choice of filters is a list of its own, with an order of its own.
    <PollPages
      key={JSON.stringify(search)}
      search={search}
      address={address}
      onClear={isFiltered(search) ? clear : undefined}
      onVoteError={setVoteFailure}
    />
  )
  return (
    <>
      <PollFilters search={search} onSearch={onSearch} onClear={clear} searchBox={searchBox} />
      {named.kind === 'unknown' && <NamedPoliticianNotice name={search.q ?? ''} />}
      {named.kind === 'failed' && <NamedPoliticianNotice name={search.q ?? ''} onRetry={named.retry} />}
      {named.kind === 'pending' ? (
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
