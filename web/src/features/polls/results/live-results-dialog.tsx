import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Vote from 'lucide-react/icons/vote'
import { useRef } from 'react'
import { compactCount } from '#lib/format.ts'
import { toListPage } from '#lib/api/pages.ts'
import { useNow } from '#lib/time.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NewItemsPill } from '#ui/new-items-pill.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { pollSummaryQuery } from '#features/polls/api.ts'
import { livePollsQuery } from './results-api.ts'
import { useLiveOrder } from './live-order.ts'
import { useMyVotes } from '#features/polls/core/my-votes.ts'
import { pollsFailedTitle } from '#features/polls/small/messages.ts'
import { formatVoteCount, hasEnded } from '#features/polls/core/rules.ts'
import { StatRow } from './charts/chart-parts.tsx'
import { ResultBars } from '#features/polls/results/charts/result-bars.tsx'
import { LoadingState } from '#ui/loading-state.tsx'

/** The open polls with the newest votes and their result bars, updated as people vote. */
export function LiveResultsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Live Poll Results" wide>
      <LiveResults onNavigate={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** How often polls that have ended are removed from the list. */
const clockIntervalMs = 10_000

function LiveResults({ onNavigate }: { onNavigate: () => void }) {
  const summary = useQuery(pollSummaryQuery())
  const live = useQuery(livePollsQuery())
  const myVotes = useMyVotes()
  const now = useNow(clockIntervalMs)
  if (!live.data && live.error) return <ErrorState title={pollsFailedTitle} query={live} />
  const page = live.data && toListPage(live.data)
  const polls = page?.results.filter((poll) => !hasEnded(poll, now))
  const hasMore = page !== undefined && page.next !== null
  const active = hasMore ? (summary.data?.active_polls ?? polls?.length) : polls?.length
  const votes = summary.data?.active_votes
  return (
    <>
      <StatRow
        label="Totals"
        stats={[
          ['Active Polls', active === undefined ? undefined : compactCount(active)],
          ['Total Votes', votes === undefined ? undefined : compactCount(votes)],
          ['Your Votes', compactCount(myVotes.size)],
        ]}
      />
      {polls ? (
        <LivePolls
          polls={polls}
          receivedAt={live.dataUpdatedAt}
          now={now}
          myVotes={myVotes}
          hasMore={hasMore}
          onNavigate={onNavigate}
        />
      ) : (
        <LiveSkeleton />
      )}
    </>
  )
}

function LivePolls({
  polls,
  receivedAt,
  now,
  myVotes,
  hasMore,
  onNavigate,
}: {
  polls: readonly Poll[]
  receivedAt: number
  now: Date
  myVotes: ReadonlyMap<number, number>
  hasMore: boolean
  onNavigate: () => void
}) {
  const { shown, moved, showMoved, since } = useLiveOrder(polls, receivedAt)
  const list = useRef<HTMLUListElement>(null)
  const open = shown.filter((poll) => !hasEnded(poll, now))
  if (open.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState icon={<Vote />} title="No active polls">
          Results appear here as soon as a poll is open.
        </EmptyState>
      </div>
    )
  }
  function showOnTop() {
    showMoved()
    // The pill disappears, so move focus to the list.
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView()
  }
  return (
    <div className="mt-2">
      {/* Above the sentence, so that it covers no question. */}
      <NewItemsPill text={movedText(moved)} onShow={showOnTop} />
      <p className="mt-4 text-soft">
        {hasMore ? 'The polls with the newest votes.' : 'The polls with the newest votes come first.'}
      </p>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none">
        {open.map((poll) => (
          <li key={poll.id} className="py-5">
            <h3 {...attributesOf(poll)} className="mb-3 text-lg leading-snug">
              <Link
                to="/polls/{-$pollId}"
                params={{ pollId: String(poll.id) }}
                onClick={onNavigate}
                className="hover:underline"
              >
                {poll.question}
              </Link>
            </h3>
            <ResultBars poll={poll} myVote={myVotes.get(poll.id)} />
            <p className="mt-2 text-sm text-soft">{votesText(poll, since.get(poll.id))}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function movedText(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? '1 poll moved up' : `${count} polls moved up`
}

function votesText({ total_votes: votes, results_hidden: isHidden }: Poll, before = votes): string {
  if (isHidden) return 'Results are not shown yet'
  const added = votes > before ? `, ${fullCount(votes - before)} since you opened this` : ''
  return `${formatVoteCount(votes, fullCount)}${added}${votes > 0 ? ', not a sample of the public' : ''}`
}

function LiveSkeleton() {
  return (
    <LoadingState label="Loading polls..." rows={3} className="mt-6 flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    </LoadingState>
  )
}
