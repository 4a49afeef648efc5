import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { fullCount } from '@wtpu/contract/full-count'
import { rollCallCategories } from '@wtpu/contract/roll-call-categories'
import { categoryNames, type PoliticianVote } from '@wtpu/contract/roll-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { PositionSentence } from '#community/congress/position-badge.tsx'
import { RollCallLink } from '#community/congress/roll-call-link.tsx'
import { StopWordsNote } from '#community/search-advice.tsx'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchFilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { politicianVotesQuery, type VoteFilters } from '#features/politicians/votes-api.ts'
import { LoadingState } from '#ui/loading-state.tsx'
import { VotesTable } from './votes-table.tsx'

const noFilters: VoteFilters = { category: undefined, q: '' }

/** The votes of an official, newest first, with filters. */
export function VoteList({ id }: { id: number }) {
  const [filters, setFilters] = useState(noFilters)
  const isFiltered = filters.category !== undefined || filters.q !== ''
  const count = useInfiniteQuery(politicianVotesQuery(id, filters)).data?.pages[0]?.count
  return (
    <>
      <Filters filters={filters} onFilter={setFilters} />
      <div className="mt-4">
        {/* This stands outside the list, which starts anew: screen readers read a text that changes, but none that is new. */}
        <output className="mb-2 block min-h-5 text-sm text-soft tabular-nums">
          {count !== undefined && `${fullCount(count)} ${count === 1 ? 'vote' : 'votes'}, newest first`}
        </output>
        <Votes
          // With a key, the list of other filters starts anew instead of showing pages of this one.
          key={JSON.stringify(filters)}
          id={id}
          filters={filters}
          onClear={isFiltered ? () => setFilters(noFilters) : undefined}
        />
      </div>
    </>
  )
}

function Filters({ filters, onFilter }: { filters: VoteFilters; onFilter: (filters: VoteFilters) => void }) {
  const search = useDebouncedSearch(filters.q, JSON.stringify(filters), (q) => onFilter({ ...filters, q }))
  const choose = (value: string) =>
    onFilter({ q: search.trimmed, category: rollCallCategories.find((category) => category === value) })
  return (
    <SearchFilterBar
      label="Filter votes"
      activeCount={filters.category ? 1 : 0}
      isFiltered={filters.category !== undefined}
      onClear={() => onFilter(noFilters)}
      className="md:grid-cols-[2fr_1fr]"
      field={search}
      searchField={{ label: 'Search votes', placeholder: 'Search bills and questions...' }}
    >
      <SelectField label="Category" value={filters.category ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">All Categories</option>
        {rollCallCategories.map((category) => (
          <option key={category} value={category}>
            {categoryNames[category]}
          </option>
        ))}
      </SelectField>
    </SearchFilterBar>
  )
}

function Votes({ id, filters, onClear }: { id: number; filters: VoteFilters; onClear: (() => void) | undefined }) {
  const pages = useInfiniteQuery(politicianVotesQuery(id, filters))
  if (pages.isPending) return <RecordsSkeleton />
  if (!pages.data) return <ErrorState title="The votes could not be loaded" query={pages} />
  const votes = pages.data.pages.flatMap((page) => page.results)
  return (
    <>
      <StopWordsNote q={filters.q} />
      {votes.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No votes found"
          action={
            onClear && (
              <Button variant="secondary" onClick={onClear}>
                Clear Filters
              </Button>
            )
          }
        >
          Try other words, or look in every category.
        </EmptyState>
      ) : (
        <VotesTable rows={votes.map(toRow)} />
      )}
      <div className="mt-4">
        <LoadMore pages={pages} automatic={false} />
      </div>
    </>
  )
}

function toRow(vote: PoliticianVote) {
  return {
    key: vote.id,
    bill: (
      <span className="line-clamp-3 py-1">
        <RollCallLink rollCall={vote} />
      </span>
    ),
    category: categoryNames[vote.category],
    vote: <PositionSentence rollCall={vote} position={vote.position} />,
    result: describeRollCall(vote).result,
    date: vote.date,
  }
}

export function RecordsSkeleton() {
  return (
    <LoadingState label="Loading votes..." className="mt-4">
      <Skeleton className="h-80 w-full" />
    </LoadingState>
  )
}
