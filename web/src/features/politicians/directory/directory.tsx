import { Part } from '#lib/part.tsx'
import { isOn, openWords } from '@wtpu/contract/site/parts'
import { fullCount } from '@wtpu/contract/full-count'
import { site } from '@wtpu/contract/site/name'
import { raterReminder } from '@wtpu/contract/polls/on-demand/method'
import { isShown } from '@wtpu/contract/site/figures'
import { directoryFigures, lastUpdated } from '@wtpu/contract/site/on-demand/more-figures'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useEndlessList } from '#lib/endless-list.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { politicianPagesQuery } from '#features/politicians/small/api.ts'
import { DirectoryFiltersForm, type OnFilter } from './directory-filters.tsx'
import { uniquePoliticians } from '#features/politicians/rules.ts'
import type { DirectoryFilters } from '#features/politicians/search.ts'
import type { Politician } from '@wtpu/contract/politicians'
import SearchX from 'lucide-react/icons/search-x'
import { LazySetupStep } from '#community/core/lazy-setup-step.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { noPoliticiansFound } from '#features/politicians/messages.ts'
import { PoliticianCard, PoliticianCardSkeleton } from './politician-card.tsx'
import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'

/** The page header of the directory. Its figures are fixed text. */
export function DirectoryHero() {
  return (
    <header className="flex flex-col gap-4 md:gap-8 lg:flex-row lg:items-end lg:justify-between">
      <div className="max-w-2xl">
        <h1>Politician Directory</h1>
        <p className="mt-1.5 text-soft sm:mt-3 sm:text-lg">
          {openWords(
            [
              [null, 'Find the people who represent you'],
              ['ratings', 'see how citizens rate their work'],
              ['walls', `say what you think of ${isOn('ratings') ? 'it' : 'their work'}`],
            ],
            'and',
            true,
          )}
          .{' '}
          <Link to="/politicians" search={{ mine: '1' }} className="text-link">
            Your representatives
          </Link>
        </p>
      </div>
      <div className="min-w-0 shrink-0">
        <ul
          aria-label={`${site.name} in figures`}
          className="grid empty:hidden grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-5 md:flex md:flex-wrap md:gap-x-8 md:gap-y-3"
        >
          {directoryFigures.filter(isShown).map(({ value, label }) => (
            <li key={label} className="max-md:flex max-md:items-baseline max-md:gap-1.5">
              <span className="block font-serif text-lg font-semibold md:text-2xl">{value}</span>{' '}
              <span className="text-sm text-soft">{label}</span>
            </li>
          ))}
        </ul>
        {isShown(lastUpdated) && (
          <p className="text-sm text-soft md:mt-3">
            {lastUpdated.value} {lastUpdated.label}
          </p>
        )}
      </div>
    </header>
  )
}

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
  const isNew = firstPage?.total === 0
  return (
    <section aria-labelledby="directory-results" aria-busy={pages.isPending}>
      <h2 id="directory-results" className="sr-only">
        Results
      </h2>
      <div className="flex min-h-14 items-center justify-between gap-3">
        <output className="text-sm text-soft tabular-nums">
          {pages.isPending && 'Loading politicians...'}
          {firstPage &&
            !isNew &&
            resultCount(firstPage.count ?? politicians.length, firstPage.total ?? politicians.length)}
        </output>
        {onClear && politicians.length > 0 && (
          <Button variant="ghost" size="small" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </div>
      {!isNew && (
        <Part of="ratings">
          <p className="mb-4 max-w-prose text-sm text-soft">{raterReminder()}</p>
        </Part>
      )}
      <EndlessList list={list} noun="politician" automatic={false}>
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

const gridClass = 'mb-8 grid grid-cols-1 gap-4 sm:gap-5 md:grid-cols-2 xl:grid-cols-3'

function PoliticianGrid({ politicians }: { politicians: readonly Politician[] }) {
  return (
    <div className={gridClass}>
      {politicians.map((politician) => (
        <PoliticianCard key={politician.id} politician={politician} />
      ))}
    </div>
  )
}

/** Six skeleton cards. */
function PoliticianGridSkeleton() {
  return (
    <div aria-busy className={gridClass}>
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <PoliticianCardSkeleton key={card} />
      ))}
    </div>
  )
}

/** Shown if no politician matches or if the list fails to load, which the specification treats as empty. */
function NoPoliticians({ onClear, onRetry }: { onClear?: () => void; onRetry?: () => unknown }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={noPoliticiansFound}
      action={
        <>
          {onRetry && <RetryButton onRetry={onRetry} />}
          {onClear && (
            <Button variant="secondary" onClick={onClear}>
              Clear Filters
            </Button>
          )}
        </>
      }
    >
      {onRetry || onClear ? (
        <span role={onRetry && 'alert'}>{emptyText(Boolean(onRetry))}</span>
      ) : (
        <LazySetupStep step="officials">Officials will be listed here.</LazySetupStep>
      )}
    </EmptyState>
  )
}

function emptyText(failed: boolean): string {
  if (failed) return 'The list could not be loaded. Check your connection and try again.'
  return 'Try another name, or look in every state, party and office.'
}

/** The call to action below the directory. */
export function BoilerRoomCallToAction() {
  return (
    <section className="mt-16 flex flex-col items-start gap-5 border-t border-line pt-10 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2 className="text-2xl">{isOn('ratings') ? 'Rated someone? Say why.' : 'Say what you think'}</h2>
        <p className="mt-2 max-w-prose text-soft">
          The Boiler Room is where citizens talk about the work of their officials, across party lines.
        </p>
      </div>
      <Link to="/boiler-room" className={classes(buttonClass({ variant: 'secondary', size: 'large' }), 'shrink-0')}>
        Open Boiler Room
      </Link>
    </section>
  )
}
