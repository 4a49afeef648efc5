import { Part } from '#lib/part.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { SearchFilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { pollCategoriesQuery } from '#features/polls/api.ts'
import {
  PoliticianSelectNotLoaded,
  PoliticianSelectPlaceholder,
} from '#features/polls/politician-select/politician-select-placeholder.tsx'
import { isFiltered, type PollSearch } from '#features/polls/search.ts'

/** Typing replaces the browser's history entry; choosing an option pushes a new one. */
export type OnSearch = (search: Record<string, string | undefined>, historyMode: 'push' | 'replace') => void

// If the select fails to load, the other filters must keep working.
const PoliticianSelect = lazyComponent(
  () => import('#features/polls/politician-select/politician-select.tsx').then((module) => module.PoliticianSelect),
  PoliticianSelectNotLoaded,
)

/** Search text, category, politician, sort order and a Clear button. */
export function PollFilters({
  search,
  onSearch,
  onClear,
  searchBox,
}: {
  search: PollSearch
  onSearch: OnSearch
  onClear: () => void
  searchBox: Ref<HTMLInputElement>
}) {
  const idle = useIdle()
  const { data: categories = [] } = useQuery(pollCategoriesQuery())
  // In a link from a profile, `q` is the politician's name, which must not appear in the search field.
  const filters = search.filter === 'politician' ? { ...search, q: undefined, filter: undefined } : search
  const searchField = useDebouncedSearch(filters.q ?? '', JSON.stringify(search), (q) =>
    onSearch({ ...filters, q }, 'replace'),
  )
  // Choosing an option also applies text that was typed but not yet searched for.
  const choose = (name: 'category' | 'politician' | 'sort', value: string | undefined) =>
    onSearch({ ...filters, q: searchField.trimmed, [name]: value }, 'push')
  const politician = {
    placeholder: 'All Politicians',
    value: filters.politician === undefined ? undefined : Number(filters.politician),
    onChange: (id: number | undefined) => choose('politician', id === undefined ? undefined : String(id)),
  }
  return (
    <div className="mb-2">
      <SearchFilterBar
        label="Find polls"
        activeCount={[filters.category, filters.politician, filters.sort].filter(Boolean).length}
        isFiltered={isFiltered(search)}
        onClear={onClear}
        className="md:grid-cols-2 lg:grid-cols-[2fr_1fr_1.3fr_1fr]"
        field={searchField}
        searchField={{
          placeholder: 'Search polls, topics, or categories...',
          ref: searchBox,
          className: 'md:col-span-2 lg:col-span-1',
        }}
      >
        <SelectField
          label="Category"
          value={filters.category ?? ''}
          onChange={(event) => choose('category', event.target.value)}
        >
          <option value="">All Categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </SelectField>
        <Part of="officials">
          <div className="md:order-last md:col-span-2 lg:order-none lg:col-span-1">
            {idle ? (
              <PoliticianSelect fallback={<PoliticianSelectPlaceholder />} {...politician} />
            ) : (
              <PoliticianSelectPlaceholder />
            )}
          </div>
        </Part>
        <SelectField
          label="Sort by"
          value={filters.sort ?? 'newest'}
          onChange={(event) => choose('sort', event.target.value)}
        >
          <option value="newest">Newest First</option>
          <option value="oldest">Oldest First</option>
          <option value="most_votes">Most Votes</option>
          <option value="ending_soon">Ending Soon</option>
        </SelectField>
      </SearchFilterBar>
    </div>
  )
}
