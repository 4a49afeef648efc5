import { type SearchKind, type SearchResponse, maxCountedMatches } from '@wtpu/contract/site/search'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '#lib/session/session.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { kindsFor, searchQuery, searchPagesQuery } from './api.ts'
import { rememberSearch } from './recent-searches.ts'
import { type OnSiteSearch, parseSiteSearch } from './search.ts'
import { SignInNote, BrowseLinks } from './before-search.tsx'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { classes } from '#lib/classes.ts'
import { matchRows, ResultList } from './result-rows.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import SearchX from 'lucide-react/icons/search-x'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchAdvice } from '#community/search-advice.tsx'
import { cardClass } from '#ui/card.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The results of a query: a tab with the first ones of each kind, and a tab for each kind. */
export function SearchResults({ q, kind, onSearch }: { q: string; kind?: SearchKind; onSearch: OnSiteSearch }) {
  const session = useSession()
  const kinds = kindsFor(session)
  // Earlier results stay until the new ones arrive, so that the page does not jump while the user types.
  const all = useQuery({ ...searchQuery(q), placeholderData: (previous) => previous })
  const shownKind = kinds.find((candidate) => candidate === kind)
  if (kind !== undefined && shownKind === undefined) {
    return (
      <div className="mt-8">
        <SignInNote />
      </div>
    )
  }
  const counts = all.isPlaceholderData ? undefined : all.data
  return (
    // A followed result shows that the query was meant as it is.
    <div className="mt-6" onClickCapture={(event) => isResult(event.target) && rememberSearch(q)}>
      <output className="sr-only">{counts && statusText(counts, shownKind ? [shownKind] : kinds)}</output>
      <Tabs
        label="Kinds of results"
        tabs={[{ value: 'all', label: 'All' }, ...kinds.map((value) => ({ value, label: tabLabel(value, counts) }))]}
        value={shownKind ?? 'all'}
        onChange={(tab) => onSearch({ q, kind: kinds.find((candidate) => candidate === tab) }, 'push')}
      >
        {shownKind ? (
          <KindResults key={`${shownKind} ${q}`} q={q} kind={shownKind} />
        ) : all.data ? (
          <AllKinds q={q} response={all.data} kinds={kinds} isStale={all.isPlaceholderData} />
        ) : all.isError ? (
          <ErrorState title="The search failed" query={all} />
        ) : (
          <ResultsSkeleton />
        )}
      </Tabs>
      {/* Results that are fewer than the skeletons would move it. */}
      {!session && !all.isPending && (
        <div className="mt-8">
          <SignInNote />
        </div>
      )}
    </div>
  )
}

function tabLabel(kind: SearchKind, response: SearchResponse | undefined): string {
  const count = response?.[kind]?.count
  return count === undefined ? kindLabels[kind] : `${kindLabels[kind]} (${countLabel(count)})`
}

const isResult = (target: EventTarget) => target instanceof Element && target.closest('[data-result] a') !== null

/** The first matches of each kind. */
function AllKinds({
  q,
  response,
  kinds,
  isStale,
}: {
  q: string
  response: SearchResponse
  kinds: readonly SearchKind[]
  /** The response belongs to the query before this one. */
  isStale: boolean
}) {
  const found = kinds.filter((kind) => (response[kind]?.count ?? 0) > 0)
  return (
    <div aria-busy={isStale} className={classes('transition-opacity duration-150', isStale && 'opacity-60')}>
      {found.length === 0 ? (
        <NoResults q={q} />
      ) : (
        <>
          <CorrectedNote corrected={response.corrected} />
          <div className="grid gap-8">
            {found.map((kind) => (
              <Group key={kind} q={q} kind={kind} response={response} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function statusText(response: SearchResponse, kinds: readonly SearchKind[]): string {
  const counts = kinds.map((kind) => response[kind]?.count ?? 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 'No results'
  const isBounded = counts.some((count) => count >= maxCountedMatches)
  return `${isBounded ? 'More than ' : ''}${total} ${total === 1 ? 'result' : 'results'}`
}

function Group({ q, kind, response }: { q: string; kind: SearchKind; response: SearchResponse }) {
  const id = useId()
  const { count = 0, results = [] } = response[kind] ?? {}
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {kindLabels[kind]}{' '}
          <span className="ml-1 font-sans text-base font-normal text-soft tabular-nums">{countLabel(count)}</span>
        </h2>
        {count > results.length && (
          <Link
            to="/search"
            search={parseSiteSearch({ q, kind })}
            resetScroll
            className="-mr-2 flex min-h-11 items-center rounded-control px-2 font-medium text-accent hover:underline"
          >
            See all <span className="sr-only">{kindLabels[kind].toLowerCase()}</span>
          </Link>
        )}
      </div>
      <ResultList label={kindLabels[kind]}>{matchRows(response, kind)}</ResultList>
    </section>
  )
}

/** All matches of one kind. */
function KindResults({ q, kind }: { q: string; kind: SearchKind }) {
  const list = useInfiniteQuery(searchPagesQuery(q, kind))
  if (list.isPending) return <ResultsSkeleton />
  if (!list.data) return <ErrorState title="The search failed" query={list} />
  const rows = list.data.pages.flatMap((page) => matchRows(page, kind))
  const [first] = list.data.pages
  if (rows.length === 0) return <NoResults q={q} />
  return (
    <>
      <CorrectedNote corrected={first?.corrected} />
      <ResultList label={kindLabels[kind]}>{rows}</ResultList>
      <div className="mt-4">
        <LoadMore pages={list} />
      </div>
    </>
  )
}

function NoResults({ q }: { q: string }) {
  return (
    <div className="grid gap-6">
      <EmptyState icon={<SearchX />} title={`Nothing found for “${q}”`}>
        <SearchAdvice q={q}>Check the spelling, or try fewer or more general words.</SearchAdvice>
      </EmptyState>
      <section aria-labelledby="browse">
        <h2 id="browse" className="mb-3 text-xl">
          Browse instead
        </h2>
        <BrowseLinks />
      </section>
    </div>
  )
}

/** Says that other words were searched than those that were typed. */
function CorrectedNote({ corrected }: { corrected: string | undefined }) {
  if (corrected === undefined) return null
  return (
    <p className="mb-4 text-soft">
      Showing results for <strong className="text-ink">{corrected}</strong>
    </p>
  )
}

/** Two groups of rows, as the results will be. */
function ResultsSkeleton() {
  return (
    <LoadingState label="Searching..." className="grid gap-8">
      {[3, 2].map((rows) => (
        <div key={rows}>
          <Skeleton className="mt-2 mb-4 h-6 w-32" />
          <div className={cardClass('divide-y divide-line')}>
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className="flex gap-3 p-4">
                <Skeleton className="size-9 shrink-0 rounded-control" />
                <div className="min-w-0 flex-1">
                  <Skeleton className="mb-2 h-5 w-3/5" />
                  <Skeleton className="h-4 w-11/12" />
                </div>
              </div>
            ))}
          </div>
        </div>
      ))}
    </LoadingState>
  )
}

const kindLabels: Record<SearchKind, string> = {
  officials: 'Officials',
  polls: 'Polls',
  discussions: 'Discussions',
  posts: 'Posts',
  comments: 'Comments',
  people: 'People',
}

/** Matches are counted up to a bound. */
function countLabel(count: number): string {
  return count < maxCountedMatches ? String(count) : `${maxCountedMatches}+`
}
