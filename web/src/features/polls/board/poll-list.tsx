import type { Poll } from '@wtpu/contract/polls/polls'
import SearchX from 'lucide-react/icons/search-x'
import Vote from 'lucide-react/icons/vote'
import type { ApiFailure } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { LazySetupStep } from '#community/core/lazy-setup-step.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { noMatchingPolls, noPolls, pollsFailedTitle } from '#features/polls/small/messages.ts'
import { PollCardSkeleton } from '#features/polls/card/skeletons.tsx'
import type { PollSearch } from '#features/polls/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { useCategoryName } from '#features/polls/api.ts'
import { myVotesQuery, useMyVotes } from '#features/polls/core/my-votes.ts'
import { PollCard } from '#features/polls/card/poll-card.tsx'
import { LoadingState } from '#ui/loading-state.tsx'

type Kind = NonNullable<PollSearch['filter']> | 'all' | 'matches'

const titles: Record<Exclude<Kind, 'all' | 'politician'>, string> = {
  trending: 'Trending in the last 24 hours',
  recent: 'Recently Created',
  ending_soon: 'Ending within 24 hours',
  matches: 'Matching Polls',
}

/** A list of polls, or its loading, empty or error state. Unfiltered lists show featured polls in their own section. */
export function PollList({
  kind,
  polls,
  failure,
  onRetry,
  onClear,
  ...sectionProps
}: {
  kind: Kind
  /** Undefined while loading and after a failure. */
  polls: readonly Poll[] | undefined
  failure: ApiFailure | null
  onRetry: () => unknown
  onClear: (() => void) | undefined
  highlightedId: number | undefined
}) {
  if (!polls && failure) {
    return (
      <ErrorState title={pollsFailedTitle} onRetry={onRetry}>
        {failure.message}
      </ErrorState>
    )
  }
  if (!polls) return <PollListSkeleton />
  if (polls.length === 0) return <NoPolls onClear={onClear} />
  if (kind !== 'all' && kind !== 'politician')
    return <PollSection title={titles[kind]} polls={polls} {...sectionProps} />
  return (
    <>
      <PollSection title="Featured polls" polls={polls.filter((poll) => poll.featured)} {...sectionProps} />
      <PollSection title="All Polls" polls={polls.filter((poll) => !poll.featured)} {...sectionProps} />
    </>
  )
}

function NoPolls({ onClear }: { onClear: (() => void) | undefined }) {
  if (!onClear) {
    return (
      <EmptyState icon={<Vote />} title={noPolls.title}>
        <LazySetupStep step="polls">{noPolls.description}</LazySetupStep>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={noMatchingPolls}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      Try different words or another category.
    </EmptyState>
  )
}

/** Four skeleton cards. */
export function PollListSkeleton() {
  return (
    <LoadingState label="Loading polls..." className="mb-12">
      <Skeleton className="mb-4 h-8 w-40" />
      <div className={pollGridClass}>
        {[0, 1, 2, 3].map((card) => (
          <PollCardSkeleton key={card} />
        ))}
      </div>
    </LoadingState>
  )
}

/** Short enough for "0h 1m" to change to "Ended" on time. */
const clockIntervalMs = 10_000

/** `grid-flow-dense` fills the gap before a card that spans the whole row. */
const pollGridClass = 'grid grid-flow-dense grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2'

/** A grid of poll cards with a heading. Renders nothing without polls. */
export function PollSection({
  title,
  polls,
  highlightedId,
}: {
  title: string
  polls: readonly Poll[]
  highlightedId: number | undefined
}) {
  const titleId = useId()
  const nameCategory = useCategoryName()
  const myVotes = useMyVotes()
  const votesFromServer = useQuery({ ...myVotesQuery(), enabled: useSession() !== null })
  const now = useNow(clockIntervalMs)
  if (polls.length === 0) return null
  // The viewer's vote changes what is below the options.
  const awaitsVotes = myVotes.size === 0 && votesFromServer.isLoading && votesFromServer.failureCount === 0
  if (!nameCategory || awaitsVotes) return <PollListSkeleton />
  return (
    <section aria-labelledby={titleId} className="mb-12">
      <h2 id={titleId} className="mb-4 text-2xl">
        {title}
      </h2>
      <div className={pollGridClass}>
        {polls.map((poll) => (
          <PollCard
            key={poll.id}
            poll={poll}
            category={nameCategory(poll.category)}
            votedOptionId={myVotes.get(poll.id)}
            now={now}
            highlighted={poll.id === highlightedId}
          />
        ))}
      </div>
    </section>
  )
}
