import { CircleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PollCardSkeleton } from '#features/polls/card/poll-card-skeleton.tsx'
import { pollGridClass } from './poll-section.tsx'
import type { LinkedPoll } from './linked-poll.ts'

/**
 * Replaces the card of `/polls/{id}` while it loads, or if it does not exist or fails to load. Renders nothing when the
 * list failed too: the list's own error covers both, and its Try Again also refetches this poll.
 */
export function LinkedPollNotice({
  linkedPoll,
  list,
}: {
  linkedPoll: LinkedPoll
  list: 'loading' | 'loaded' | 'failed'
}) {
  if (linkedPoll.kind === 'loading' && list !== 'loading') return <LinkedPollSkeleton />
  if (linkedPoll.kind !== 'not-found' && (linkedPoll.kind !== 'failed' || list === 'failed')) return null
  return (
    <div
      aria-live="polite"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-warning-tint p-4 text-ink"
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      {linkedPoll.kind === 'not-found' ? (
        <p className="flex-1">
          <strong>Poll not found.</strong> It may have been removed, or the link is incomplete.
          {list === 'loaded' && ' Here are all other polls.'}
        </p>
      ) : (
        <>
          <p className="flex-1">
            <strong>This poll could not be loaded.</strong> All other polls are below.
          </p>
          <Button variant="secondary" size="small" onClick={linkedPoll.retry}>
            Try Again
          </Button>
        </>
      )}
    </div>
  )
}

function LinkedPollSkeleton() {
  return (
    <div aria-busy className="mb-12">
      <Skeleton className="mb-4 h-8 w-40" />
      <div className={pollGridClass}>
        <PollCardSkeleton />
      </div>
    </div>
  )
}
