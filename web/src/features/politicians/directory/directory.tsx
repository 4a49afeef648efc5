import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { fullCount } from '#lib/format.ts'
import { useStableList } from '#lib/stable-list.ts'
import { Button } from '#ui/button.tsx'
import { LoadMore } from '#ui/load-more.tsx'
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
    // The pressed button is gone with the filters: the keyboard goes on from here.
    searchBox.current?.focus()
  }
  return (
    <>
      <DirectoryFiltersForm filters={filters} onFilter={onFilter} onClear={clear} searchBox={searchBox} />
      {/* Keyed: each choice of filters is a list of its own, with an order of its own. */}
      <FilteredList key={JSON.stringify(filters)} filters={filters} onClear={filtered ? clear : undefined} />
    </>
  )
}

function FilteredList({ filters, onClear }: { filters: DirectoryFilters; onClear: (() => void) | undefined }) {
  const list = useInfiniteQuery(politicianPagesQuery(filters))
  const { items } = useStableList(list.data?.pages.flatMap((page) => page.results) ?? [], 'append')
  const politicians = uniquePoliticians(items)
  const first = list.data?.pages[0]
  return (
    <section aria-labelledby="directory-results" aria-busy={list.isPending}>
      <h2 id="directory-results" className="sr-only">
        Results
      </h2>
      <div className="flex min-h-14 items-center justify-between gap-3">
        <output className="text-sm text-soft tabular-nums">
          {list.isPending && 'Loading politicians...'}
          {first && showing(first.count ?? politicians.length, first.total ?? politicians.length)}
        </output>
        {onClear && politicians.length > 0 && (
          <Button variant="ghost" size="small" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </div>
      {list.isPending ? (
        <PoliticianGridSkeleton />
      ) : politicians.length === 0 ? (
        <NoPoliticians onClear={onClear} onRetry={list.isError ? () => void list.refetch() : undefined} />
      ) : (
        <PoliticianGrid politicians={politicians} />
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
    </section>
  )
}

/** Decision 70: N match the filters, M are there in all. */
function showing(count: number, total: number): string {
  return `Showing ${fullCount(count)} of ${fullCount(total)} politicians`
}
