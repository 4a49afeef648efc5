import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent, Ref } from 'react'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { SearchFilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { filterOptionsQuery } from '#features/politicians/small/api.ts'
import { allFilterOptions, splitStatesAndTerritories, type FilterOption } from '#features/politicians/rules.ts'
import type { DirectoryFilters } from '#features/politicians/search.ts'

/** Typing replaces the browser's history entry; choosing an option pushes a new one. */
export type OnFilter = (filters: DirectoryFilters, historyMode: 'push' | 'replace') => void

export function DirectoryFiltersForm({
  filters,
  onFilter,
  onClear,
  searchBox,
}: {
  filters: DirectoryFilters
  onFilter: OnFilter
  onClear: () => void
  searchBox: Ref<HTMLInputElement>
}) {
  const { data: options = allFilterOptions } = useQuery(filterOptionsQuery())
  const searchField = useDebouncedSearch(filters.search ?? '', JSON.stringify(filters), (search) =>
    onFilter({ ...filters, search }, 'replace'),
  )
  const { states, territories } = splitStatesAndTerritories(options.states)
  const selectProps = (name: 'state' | 'party' | 'office') => ({
    value: filters[name] ?? '',
    // Choosing an option also applies text that was typed but not yet searched for.
    onChange: (event: ChangeEvent<HTMLSelectElement>) =>
      onFilter({ ...filters, search: searchField.trimmed, [name]: event.target.value }, 'push'),
  })
  return (
    <SearchFilterBar
      label="Find politicians"
      activeCount={[filters.state, filters.party, filters.office].filter(Boolean).length}
      isFiltered={Object.values(filters).some(Boolean)}
      clearInSheetOnly
      onClear={onClear}
      className="md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]"
      field={searchField}
      searchField={{
        placeholder: 'Search politicians, offices, or states...',
        ref: searchBox,
        className: 'md:col-span-3 lg:col-span-1',
      }}
    >
      <SelectField label="State" {...selectProps('state')}>
        <Options all="All States" choices={states} />
        {territories.length > 0 && <hr />}
        <Options choices={territories} />
      </SelectField>
      <SelectField label="Party" {...selectProps('party')}>
        <Options all="All Parties" choices={options.parties} />
      </SelectField>
      <SelectField label="Office" {...selectProps('office')}>
        <Options all="All Offices" choices={options.offices} />
      </SelectField>
    </SearchFilterBar>
  )
}

function Options({ all, choices }: { all?: string; choices: readonly FilterOption[] }) {
  return (
    <>
      {all && <option value="">{all}</option>}
      {choices.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
