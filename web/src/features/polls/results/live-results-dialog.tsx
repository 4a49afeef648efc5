import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Vote } from 'lucide-react'
import { compactCount, fullCount } from '#lib/format.ts'
import { toListPage } from '#lib/api/pages.ts'
import { useNow } from '#lib/time.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { pollSummaryQuery } from '#features/polls/api.ts'
import { openPollsQuery } from './results-api.ts'
import { useMyVotes } from '#features/polls/my-votes.ts'
import { pollsFailedTitle } from '#features/polls/messages.ts'
import { formatVoteCount, hasEnded } from '#features/polls/rules.ts'
import { StatRow } from './charts/chart-parts.tsx'
import { ResultBars } from '#features/polls/results/charts/result-bars.tsx'
import { LoadingState } from '#ui/loading-state.tsx'

/** All open polls with their result bars, updated as people vote. */
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
  const open = useQuery(openPollsQuery())
  const myVotes = useMyVotes()
  const now = useNow(clockIntervalMs)
  if (!open.data && open.error) return <ErrorState title={pollsFailedTitle} query={open} />
  const page = open.data && toListPage(open.data)
  const polls = page?.results.filter((poll) => !hasEnded(poll, now))
  // Open polls come first, so a closed poll on this page means that all open polls are here.
  const hasMore = page !== undefined && page.next !== null && polls?.length === page.results.length
  const active = hasMore ? (summary.data?.active_polls ?? polls?.length) : polls?.length
  const votes = polls?.reduce((sum, poll) => sum + poll.total_votes, 0)
  return (
    <>
      <StatRow
        label="Totals"
        stats={[
          ['Active Polls', active === undefined ? undefined : compactCount(active)],
          // The votes of the polls that are shown. "+" says that there are more open polls.
          ['Total Votes', votes === undefined ? undefined : `${compactCount(votes)}${hasMore ? '+' : ''}`],
          ['Your Votes', compactCount(myVotes.size)],
        ]}
      />
      {polls ? <LivePolls polls={polls} myVotes={myVotes} onNavigate={onNavigate} /> : <LiveSkeleton />}
      {polls && hasMore && <p className="mt-6 text-soft">{shownText(polls.length)}</p>}
    </>
  )
}

function shownText(count: number): string {
  return count === 1 ? 'Only the poll that ends soonest is shown.' : `The ${count} polls that end soonest are shown.`
}

function LivePolls({
  polls,
  myVotes,
  onNavigate,
}: {
  polls: readonly Poll[]
  myVotes: ReadonlyMap<number, number>
  onNavigate: () => void
}) {
  if (polls.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState icon={<Vote />} title="No active polls">
          Results appear here as soon as a poll is open.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className="mt-2 divide-y divide-line">
      {polls.map((poll) => (
        <li key={poll.id} className="py-5">
          <h3 className="mb-3 text-lg leading-snug">
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
          <p className="mt-2 text-sm text-soft">
            {formatVoteCount(poll.total_votes, fullCount)}
            {poll.total_votes > 0 && ', not a sample of the public'}
          </p>
        </li>
      ))}
    </ul>
  )
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
