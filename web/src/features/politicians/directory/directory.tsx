import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useEndlessList } from '#lib/endless-list.ts'
import { fullCount } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { EndlessList } from '#ui/list/endless-list.tsx'
import { politicianPagesQuery } from '#features/politicians/api.ts'
import { DirectoryFiltersForm, type OnFilter } from './directory-filters.tsx'
import { NoPoliticians, PoliticianGrid, PoliticianGridSkeleton } from './politician-list.tsx'
import { uniquePoliticians } from '#features/politicians/rules.ts'
import { type DirectoryFilters } from '#features/politicians/search.ts'

export function Directory({ filters, onFilter }: { filters: DirectoryFilters; onFilter: OnFilter }) {
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const searchBox = useRef<HTMLInputElement>(null)
  function clear() {
    onFilter({}, 'push')
    // The Clear button disappears with the filters, so move focus to the search field.
    searchBox.current?.focus()
  }
  return (
    <>
      <DirectoryFiltersForm filters={filters} onFilter={onFilter} onClear={clear} searchBox={searchBox} />
      {/* The key resets the order of rows for each combination of filters. */}
      <FilteredList key={JSON.stringify(filters)} filters={filters} onClear={filtered ? clear : undefined} />
    </>
  )
}

/** Half of them, the first step, fill the first screen of a phone. */
const cardsPerStep = 6

function FilteredList({ filters, onClear }: { filters: DirectoryFilters; onClear: (() => void) | undefined }) {
  const pages = useInfiniteQuery(politicianPagesQuery(filters))
  const list = useEndlessList(pages, { mode: 'append', rowsPerStep: cardsPerStep })
  const politicians = uniquePoliticians(list.items)
  const firstPage = pages.data?.pages[0]
  return (
    <section aria-labelledby="directory-results" aria-busy={pages.isPending}>
      <h2 id="directory-results" className="sr-only">
        Results
      </h2>
      <div className="flex min-h-14 items-center justify-between gap-3">
        <output className="text-sm text-soft tabular-nums">
          {pages.isPending && 'Loading politicians...'}
          {firstPage && resultCount(firstPage.count ?? politicians.length, firstPage.total ?? politicians.length)}
        </output>
        {onClear && politicians.length > 0 && (
          <Button variant="ghost" size="small" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </div>
      <EndlessList list={list} noun="politician">
        {pages.isPending ? (
          <PoliticianGridSkeleton />
        ) : politicians.length === 0 ? (
          <NoPoliticians onClear={onClear} onRetry={pages.isError ? () => pages.refetch() : undefined} />
        ) : (
          <PoliticianGrid politicians={uniquePoliticians(list.rows)} />
        )}
      </EndlessList>
    </section>
  )
}

/** `count` politicians match the filters, of `total`. */
function resultCount(count: number, total: number): string {
  return `Showing ${fullCount(count)} of ${fullCount(total)} politicians`
}
