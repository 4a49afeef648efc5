import { CircleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PollCardSkeleton } from '#features/polls/card/poll-card-skeleton.tsx'
import { pollGridClass } from './poll-section.tsx'
import type { LinkedPoll } from './linked-poll.ts'

/**
 * What there is to say of `/polls/{id}` while its card is not to be seen. A list that failed says so itself, and its Try
 * Again asks for this poll as well.
 */
export function LinkedPollNotice({ target, list }: { target: LinkedPoll; list: 'loading' | 'here' | 'failed' }) {
  if (target.kind === 'loading' && list !== 'loading') return <LinkedPollSkeleton />
  if (target.kind !== 'unknown' && (target.kind !== 'failed' || list === 'failed')) return null
  return (
    <div
      aria-live="polite"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-warning-tint p-4 text-ink"
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      {target.kind === 'unknown' ? (
        <p className="flex-1">
          <strong>Poll not found.</strong> It may have been removed, or the link is incomplete.
          {list === 'here' && ' Here are all other polls.'}
        </p>
      ) : (
        <>
          <p className="flex-1">
            <strong>This poll could not be loaded.</strong> All other polls are below.
          </p>
          <Button variant="secondary" size="small" onClick={target.retry}>
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
