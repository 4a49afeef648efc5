import type { Poll } from '@wtpu/contract/polls'
import { Vote } from 'lucide-react'
import type { ApiFailure } from '#lib/api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { noPolls, pollsFailedText, pollsFailedTitle } from './messages.ts'
import { PollCardSkeleton } from './poll-card-skeleton.tsx'
import { PollSection, pollGridClass } from './poll-section.tsx'

/** The list in each of its states: featured polls in their own section, the others under All Polls. */
export function PollList({
  polls,
  failure,
  onRetry,
  ...section
}: {
  /** Undefined while loading, and when loading failed. */
  polls: readonly Poll[] | undefined
  failure: ApiFailure | null
  onRetry: () => void
  targetId: number | undefined
  onVoteError: (failure: ApiFailure) => void
}) {
  if (!polls && failure) {
    return (
      <ErrorState title={pollsFailedTitle} onRetry={onRetry}>
        {pollsFailedText(failure)}
      </ErrorState>
    )
  }
  if (!polls) return <PollListSkeleton />
  if (polls.length === 0) {
    return (
      <EmptyState icon={<Vote />} title={noPolls.title}>
        {noPolls.description}
      </EmptyState>
    )
  }
  return (
    <>
      <PollSection title="Featured Polls" polls={polls.filter((poll) => poll.featured)} {...section} />
      <PollSection title="All Polls" polls={polls.filter((poll) => !poll.featured)} {...section} />
    </>
  )
}

/** Specification 9: four skeleton cards. */
function PollListSkeleton() {
  return (
    <div aria-busy className="mb-12">
      <output className="sr-only">Loading polls...</output>
      <Skeleton className="mb-4 h-8 w-40" />
      <div className={pollGridClass}>
        {[0, 1, 2, 3].map((card) => (
          <PollCardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}
