import type { SearchKind, SearchReply } from '@wtpu/contract/site/search'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#lib/session/session.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { kindsFor, searchQuery } from './api.ts'
import { AllKinds } from './all-kinds.tsx'
import { KindResults } from './kind-results.tsx'
import { countLabel, failedText, kindLabels } from './messages.ts'
import { rememberSearch } from './recent-searches.ts'
import type { OnSiteSearch } from './search.ts'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { SignInNote } from './sign-in-note.tsx'

/** The results of a query: a tab with the first ones of each kind, and a tab for each kind. */
export function SearchResults({ q, kind, onSearch }: { q: string; kind?: SearchKind; onSearch: OnSiteSearch }) {
  const session = useSession()
  const kinds = kindsFor(session)
  // Earlier results stay until the new ones arrive, so that the page does not jump while the person types.
  const all = useQuery({ ...searchQuery(q), placeholderData: (previous) => previous })
  const shownKind = kinds.find((one) => one === kind)
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
      <Tabs
        label="Kinds of results"
        tabs={[{ value: 'all', label: 'All' }, ...kinds.map((value) => ({ value, label: tabLabel(value, counts) }))]}
        value={shownKind ?? 'all'}
        onChange={(tab) => onSearch({ q, kind: kinds.find((candidate) => candidate === tab) }, 'push')}
      >
        {shownKind ? (
          <KindResults key={`${shownKind} ${q}`} q={q} kind={shownKind} />
        ) : all.data ? (
          <AllKinds q={q} reply={all.data} kinds={kinds} isStale={all.isPlaceholderData} />
        ) : all.isError ? (
          <ErrorState title="The search failed" onRetry={() => all.refetch()}>
            {failedText(all.error)}
          </ErrorState>
        ) : (
          <ResultsSkeleton />
        )}
      </Tabs>
      {!session && (
        <div className="mt-8">
          <SignInNote />
        </div>
      )}
    </div>
  )
}

function tabLabel(kind: SearchKind, reply: SearchReply | undefined): string {
  const count = reply?.[kind]?.count
  return count === undefined ? kindLabels[kind] : `${kindLabels[kind]} (${countLabel(count)})`
}

const isResult = (target: EventTarget) => target instanceof Element && target.closest('[data-result] a') !== null
