import { fullCount } from '@wtpu/contract/full-count'
import { partyNames, type Party } from '@wtpu/contract/politicians'
import { describeRollCall, type AskedRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { positionNames, type RecordedPosition, type ShownPosition } from '@wtpu/contract/roll-calls'
import { stateName, states, territories } from '@wtpu/contract/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import SearchX from 'lucide-react/icons/search-x'
import { useState, type ChangeEvent } from 'react'
import { PositionBadge } from '#community/congress/position-badge.tsx'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchFilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { positionsQuery, type PositionFilters } from './api.ts'

const noFilters: PositionFilters = { q: '', party: undefined, state: undefined, position: undefined }
const partyCodes: readonly Party[] = ['D', 'I', 'R']

/** How each member voted, by last name, with filters. */
export function PositionList({
  rollCall,
  positions,
}: {
  rollCall: AskedRollCall & { id: number }
  positions: readonly ShownPosition[]
}) {
  const { id } = rollCall
  const [filters, setFilters] = useState(noFilters)
  const count = useInfiniteQuery(positionsQuery(id, filters)).data?.pages[0]?.count
  return (
    <>
      <Filters filters={filters} positions={positions} onFilter={setFilters} />
      <div className="mt-4">
        {/* Outside what has a key: screen readers read a change of it, but nothing that is new with its text. */}
        <output className="mb-2 block min-h-5 text-sm text-soft tabular-nums">
          {count !== undefined && `${fullCount(count)} ${count === 1 ? 'member' : 'members'}, by last name`}
        </output>
        <Members
          // So that a list of other filters does not show pages of this one.
          key={JSON.stringify(filters)}
          rollCall={rollCall}
          filters={filters}
          onClear={() => setFilters(noFilters)}
        />
      </div>
    </>
  )
}

function Filters({
  filters,
  positions,
  onFilter,
}: {
  filters: PositionFilters
  /** Those that occur. */
  positions: readonly ShownPosition[]
  onFilter: (filters: PositionFilters) => void
}) {
  const search = useDebouncedSearch(filters.q, JSON.stringify(filters), (q) => onFilter({ ...filters, q }))
  const selected = [filters.party, filters.state, filters.position].filter(Boolean).length
  const selectProps = <Name extends 'party' | 'state' | 'position'>(
    name: Name,
    values: readonly NonNullable<PositionFilters[Name]>[],
  ) => ({
    value: filters[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      onFilter({ ...filters, q: search.trimmed, [name]: values.find((value) => value === target.value) }),
  })
  const places = [...states, ...territories]
  return (
    <SearchFilterBar
      label="Filter members"
      activeCount={selected}
      isFiltered={selected > 0}
      onClear={() => onFilter(noFilters)}
      className="md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]"
      field={search}
      searchField={{
        label: 'Search members',
        placeholder: 'Search names...',
        className: 'md:col-span-3 lg:col-span-1',
      }}
    >
      <SelectField label="Party" {...selectProps('party', partyCodes)}>
        <option value="">All Parties</option>
        {partyCodes.map((code) => (
          <option key={code} value={code}>
            {partyNames[code]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="State"
        {...selectProps(
          'state',
          places.map(([code]) => code),
        )}
      >
        <option value="">All States</option>
        {places.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Vote" {...selectProps('position', positions)}>
        <option value="">All Votes</option>
        {positions.map((position) => (
          <option key={position} value={position}>
            {positionNames[position]}
          </option>
        ))}
      </SelectField>
    </SearchFilterBar>
  )
}

function Members({
  rollCall,
  filters,
  onClear,
}: {
  rollCall: AskedRollCall & { id: number }
  filters: PositionFilters
  onClear: () => void
}) {
  const pages = useInfiniteQuery(positionsQuery(rollCall.id, filters))
  if (pages.isPending) {
    return (
      <LoadingState label="Loading members...">
        <Skeleton className="h-80 w-full" />
      </LoadingState>
    )
  }
  if (!pages.data) return <ErrorState title="The members could not be loaded" query={pages} />
  const members = pages.data.pages.flatMap((page) => page.results)
  return (
    <>
      {members.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No members found"
          action={
            <Button variant="secondary" onClick={onClear}>
              Clear Filters
            </Button>
          }
        >
          Try another name, or look in every party and state.
        </EmptyState>
      ) : (
        <DataTable
          label="Members and their votes"
          columns={[
            { title: 'Member' },
            { title: 'Party, state' },
            { title: `Vote ${describeRollCall(rollCall).about('yea')}` },
          ]}
          rows={members.map(toRow)}
        />
      )}
      <div className="mt-4">
        <LoadMore pages={pages} automatic={false} />
      </div>
    </>
  )
}

function toRow(member: RecordedPosition, index: number) {
  const { politician, name, party, state, position } = member
  return {
    key: `${index} ${name}`,
    cells: [
      politician === null ? (
        <span key="name" translate="no">
          {name}
        </span>
      ) : (
        <Link
          key="name"
          to="/politicians/$politicianId"
          params={{ politicianId: String(politician) }}
          translate="no"
          className="-my-1 inline-block py-1 text-link"
        >
          {name}
        </Link>
      ),
      party === null ? stateName(state) : `${partyNames[party]}, ${stateName(state)}`,
      <PositionBadge key="vote" position={position} />,
    ],
  }
}
