import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent, Ref } from 'react'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { cardClass } from '#ui/card.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { filterOptionsQuery } from '#features/politicians/api.ts'
import { allFilterOptions, splitStatesAndTerritories, type FilterOption } from '#features/politicians/rules.ts'
import { type DirectoryFilters } from '#features/politicians/search.ts'

/** How a change enters the browser's history: typing replaces the entry, choosing adds one. */
export type OnFilter = (filters: DirectoryFilters, how: 'push' | 'replace') => void

export function DirectoryFiltersForm({
  filters,
  onFilter,
  searchBox,
}: {
  filters: DirectoryFilters
  onFilter: OnFilter
  searchBox: Ref<HTMLInputElement>
}) {
  const { data: options = allFilterOptions } = useQuery(filterOptionsQuery())
  const typed = useDebouncedSearch(filters.search ?? '', JSON.stringify(filters), (search) =>
    onFilter({ ...filters, search }, 'replace'),
  )
  const { states, territories } = splitStatesAndTerritories(options.states)
  const filter = (name: 'state' | 'party' | 'office') => ({
    value: filters[name] ?? '',
    // A choice takes along what was typed but not yet searched for.
    onChange: (event: ChangeEvent<HTMLSelectElement>) =>
      onFilter({ ...filters, search: typed.wanted, [name]: event.target.value }, 'push'),
  })
  return (
    <form
      aria-label="Find politicians"
      onSubmit={(event) => {
        event.preventDefault()
        typed.apply()
      }}
      className={cardClass(
        'grid gap-4 p-4 min-[22rem]:grid-cols-2 sm:grid-cols-3 sm:p-5 lg:grid-cols-[2fr_1fr_1fr_1fr]',
      )}
    >
      <SearchField
        placeholder="Search politicians, offices, or states..."
        value={typed.text}
        onChange={typed.change}
        ref={searchBox}
        className="min-[22rem]:col-span-2 sm:col-span-3 lg:col-span-1"
      />
      <SelectField label="State" className="min-[22rem]:max-sm:col-span-2" {...filter('state')}>
        <Options all="All States" choices={states} />
        {territories.length > 0 && <hr />}
        <Options choices={territories} />
      </SelectField>
      <SelectField label="Party" {...filter('party')}>
        <Options all="All Parties" choices={options.parties} />
      </SelectField>
      <SelectField label="Office" {...filter('office')}>
        <Options all="All Offices" choices={options.offices} />
      </SelectField>
    </form>
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
