import type { Poll, PollResults as Results, PollSummary } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { compactCount } from '#lib/format.ts'
import { toListPage } from '#lib/api/list-page.ts'
import { useStableList } from '#lib/stable-list.ts'
import { Badge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { pollSummaryQuery } from '#features/polls/api.ts'
import { pollsFailedText, pollsFailedTitle } from '#features/polls/messages.ts'
import { topPollsQuery } from '#features/polls/results/api.ts'
import { StatRow } from './stat-row.tsx'
import { PollResults, ResultsView } from '#features/polls/results/poll-results.tsx'
import { ResultsSkeleton } from '#features/polls/results/results-skeleton.tsx'
import { sampleResults, sampleSummary } from './sample-results.ts'
import { TopPolls } from './top-polls.tsx'

/** Totals, the polls with the most votes, and the results of the selected one. */
export function ResultsDashboard({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Poll Results Dashboard" wide>
      <Dashboard />
    </Dialog>
  )
}

function Dashboard() {
  const summary = useQuery(pollSummaryQuery())
  const { data, error, refetch } = useQuery(topPollsQuery())
  if (!data) {
    return error ? (
      <ErrorState title={pollsFailedTitle} onRetry={() => refetch()}>
        {pollsFailedText(error)}
      </ErrorState>
    ) : (
      <>
        <Totals summary={summary.data} loading />
        <div className="mt-6">
          <ResultsSkeleton />
        </div>
      </>
    )
  }
  const polls = toListPage(data).results
  if (polls.length === 0) return <Sample />
  return (
    <>
      <Totals summary={summary.data} loading={summary.isPending} />
      <Explorer polls={polls} />
    </>
  )
}

/** Shown in an empty install: the dashboard with made-up numbers, labeled as a sample. */
function Sample() {
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="warning">Sample</Badge> There are no polls yet. These numbers are made up.
      </p>
      <Totals summary={sampleSummary} loading={false} />
      <Explorer polls={sampleResults.map(({ poll }) => poll)} samples={sampleResults} />
    </>
  )
}

function Totals({ summary, loading }: { summary: PollSummary | undefined; loading: boolean }) {
  const count = (value: number | undefined) => (value !== undefined ? compactCount(value) : loading ? undefined : '—')
  return (
    <StatRow
      label="Totals"
      stats={[
        ['Active Polls', count(summary?.active_polls)],
        ['Total Participants', count(summary?.total_participants)],
        ['Votes Today', count(summary?.votes_today)],
        ['Polls Ending Soon', count(summary?.polls_ending_soon)],
      ]}
    />
  )
}

/** `samples` holds the results of the sample polls, which the server does not know. */
function Explorer({ polls, samples }: { polls: readonly Poll[]; samples?: readonly Results[] }) {
  const [selectedId, setSelectedId] = useState<number>()
  // Keep the order when one poll overtakes another, so the list does not move while it is being read.
  const { items } = useStableList(polls, 'append')
  const selected = items.find(({ id }) => id === selectedId) ?? items[0]
  const detail = useRef<HTMLDivElement>(null)
  if (!selected) return null
  const sample = samples?.find(({ poll }) => poll.id === selected.id)
  function select(poll: Poll) {
    setSelectedId(poll.id)
    // On a phone the results are stacked below the list, outside the viewport.
    const box = detail.current?.getBoundingClientRect()
    if (box && box.top > window.innerHeight / 2) detail.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className="mt-6 grid grid-cols-1 gap-8 md:grid-cols-[15rem_1fr]">
      <TopPolls polls={items} selected={selected} onSelect={select} />
      <section ref={detail} aria-label="Selected poll" className="min-w-0 scroll-mt-4">
        {sample && (
          <Badge tone="warning" className="mb-2">
            Sample
          </Badge>
        )}
        <h3 className="mb-3 text-xl leading-snug">{selected.question}</h3>
        {sample ? <ResultsView results={sample} /> : <PollResults pollId={selected.id} />}
      </section>
    </div>
  )
}
