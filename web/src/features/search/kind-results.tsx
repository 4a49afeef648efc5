import type { SearchKind } from '@wtpu/contract/site/search'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { searchPagesQuery } from './api.ts'
import { CorrectedNote } from './corrected-note.tsx'
import { failedText, kindLabels } from './messages.ts'
import { NoResults } from './no-results.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { matchRows } from './rows/match-rows.tsx'
import { ResultList } from './rows/result-list.tsx'

/** All matches of one kind. */
export function KindResults({ q, kind }: { q: string; kind: SearchKind }) {
  const list = useInfiniteQuery(searchPagesQuery(q, kind))
  if (list.isPending) return <ResultsSkeleton />
  if (!list.data) {
    return (
      <ErrorState title="The search failed" onRetry={() => list.refetch()}>
        {failedText(list.error)}
      </ErrorState>
    )
  }
  const rows = list.data.pages.flatMap((page) => matchRows(page, kind))
  const [first] = list.data.pages
  if (rows.length === 0) return <NoResults q={q} suggestions={first?.suggestions ?? []} />
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
