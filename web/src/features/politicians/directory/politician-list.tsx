import type { Politician } from '@wtpu/contract/politicians'
import { SearchX } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { noPoliticiansFound } from '#features/politicians/messages.ts'
import { PoliticianCard } from './politician-card.tsx'
import { PoliticianCardSkeleton } from './politician-card-skeleton.tsx'

const gridClass = 'mb-8 grid grid-cols-1 gap-4 sm:gap-5 md:grid-cols-2 xl:grid-cols-3'

export function PoliticianGrid({ politicians }: { politicians: readonly Politician[] }) {
  return (
    <div className={gridClass}>
      {politicians.map((politician) => (
        <PoliticianCard key={politician.id} politician={politician} />
      ))}
    </div>
  )
}

/** Six skeleton cards. */
export function PoliticianGridSkeleton() {
  return (
    <div aria-busy className={gridClass}>
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <PoliticianCardSkeleton key={card} />
      ))}
    </div>
  )
}

/** Shown if no politician matches or if the list fails to load, which the specification treats as empty. */
export function NoPoliticians({ onClear, onRetry }: { onClear?: () => void; onRetry?: () => unknown }) {
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
      <span role={onRetry && 'alert'}>{emptyText(Boolean(onRetry), Boolean(onClear))}</span>
    </EmptyState>
  )
}

function emptyText(failed: boolean, filtered: boolean): string {
  if (failed) return 'The list could not be loaded. Check your connection and try again.'
  return filtered ? 'Try another name, or look in every state, party and office.' : 'Officials will be listed here.'
}
