import type { PollResults as Results } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fullCount } from '#lib/format.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { useMyVotes } from '#features/polls/my-votes-api.ts'
import { pollsFailedText } from '#features/polls/messages.ts'
import { formatVoteCount } from '#features/polls/rules.ts'
import { pollResultsQuery } from './api.ts'
import { ChartLegend, ResultBars } from '#features/polls/results/charts/result-bars.tsx'
import { ResultsByState } from '#features/polls/results/charts/results-by-state.tsx'
import { ReusePoll } from './reuse-poll.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { VotesOverTime } from '#features/polls/results/charts/votes-over-time.tsx'

/** A poll's results over time and by state. Set `bars` to false when the card above already shows the bars. */
export function PollResults({ pollId, bars = true }: { pollId: number; bars?: boolean }) {
  const { data, error, refetch } = useQuery(pollResultsQuery(pollId))
  if (data) return <ResultsView results={data} bars={bars} reuse={<ReusePoll poll={data.poll} />} />
  if (error) {
    return (
      <ErrorState title="Results could not be loaded" onRetry={() => refetch()}>
        {pollsFailedText(error)}
      </ErrorState>
    )
  }
  return <ResultsSkeleton />
}

export function ResultsView({
  results: { poll, timeline, states },
  bars = true,
  reuse,
}: {
  results: Results
  bars?: boolean
  reuse?: ReactNode
}) {
  const myVote = useMyVotes().get(poll.id)
  return (
    <div className="@container flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {bars ? (
          <p className="text-sm text-soft tabular-nums">{formatVoteCount(poll.total_votes, fullCount)}</p>
        ) : (
          <ChartLegend poll={poll} />
        )}
      </div>
      {bars && <ResultBars poll={poll} myVote={myVote} letters />}
      {timeline.length === 0 ? (
        <p className="text-soft">No votes yet</p>
      ) : (
        <>
          <VotesOverTime poll={poll} timeline={timeline} />
          <ResultsByState poll={poll} states={states} />
        </>
      )}
      {reuse}
    </div>
  )
}
