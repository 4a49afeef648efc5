import { attributesOf } from '@wtpu/contract/schemas'
import type { Poll, PollResults as Results, PollSummary } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { compactCount, countInTens, percentage } from '#lib/format.ts'
import { toListPage } from '#lib/api/pages.ts'
import { useStableList } from '#lib/stable-list.ts'
import { Badge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { pollSummaryQuery } from '#features/polls/api.ts'
import { topPollsQuery } from '../results-api.ts'
import { pollsFailedTitle } from '#features/polls/small/messages.ts'
import { StatRow } from '../charts/chart-parts.tsx'
import { PollResults, ResultsView } from '#features/polls/results/poll-results.tsx'
import { ResultsSkeleton } from '#features/polls/card/skeletons.tsx'
import { sampleResults, sampleSummary } from './sample-results.ts'
import { classes } from '#lib/classes.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { leadingOptions, formatVoteCount } from '#features/polls/core/rules.ts'

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
  const top = useQuery(topPollsQuery())
  if (!top.data) {
    return top.error ? (
      <ErrorState title={pollsFailedTitle} query={top} />
    ) : (
      <>
        <Totals summary={summary.data} loading />
        <div className="mt-6">
          <ResultsSkeleton />
        </div>
      </>
    )
  }
  const polls = toListPage(top.data).results
  if (polls.length === 0) return <Sample />
  return (
    <>
      <Totals summary={summary.data} loading={summary.isPending} />
      <Explorer polls={polls} />
    </>
  )
}

/** Shown in an empty install: the dashboard with made-up numbers, labeled as an example. */
function Sample() {
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="warning">Example</Badge> There are no polls yet. These numbers are made up.
      </p>
      <Totals summary={sampleSummary} loading={false} />
      <Explorer polls={sampleResults.map(({ poll }) => poll)} samples={sampleResults} />
    </>
  )
}

function Totals({ summary, loading }: { summary: PollSummary | undefined; loading: boolean }) {
  const count = (value: number | undefined, format = compactCount) =>
    value !== undefined ? format(value) : loading ? undefined : '—'
  return (
    <StatRow
      label="Totals"
      stats={[
        ['Active Polls', count(summary?.active_polls)],
        ['Total Participants', count(summary?.total_participants, countInTens)],
        ['Votes Today', count(summary?.votes_today, countInTens)],
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
            Example
          </Badge>
        )}
        <h3 {...attributesOf(selected)} className="mb-3 text-xl leading-snug">
          {selected.question}
        </h3>
        {sample ? (
          <ResultsView results={sample} countedAt={Date.parse(sample.poll.published_at)} />
        ) : (
          <PollResults pollId={selected.id} />
        )}
      </section>
    </div>
  )
}

/** The polls with the most votes, each with its leading option. Clicking one selects it. */
export function TopPolls({
  polls,
  selected,
  onSelect,
}: {
  polls: readonly Poll[]
  selected: Poll
  onSelect: (poll: Poll) => void
}) {
  return (
    <section
      aria-labelledby="top-polls"
      // Stays visible next to the long results, and scrolls separately in a short window.
      className="md:sticky md:top-0 md:max-h-[calc(100dvh-5rem)] md:self-start md:overflow-y-auto"
    >
      <h3 id="top-polls" className="mb-2 text-xl">
        Top polls
      </h3>
      <ol className="flex flex-col gap-1">
        {polls.map((poll) => (
          <li key={poll.id}>
            <button
              type="button"
              aria-pressed={poll === selected}
              onClick={() => onSelect(poll)}
              className={classes(
                'w-full rounded-control border-l-4 px-3 py-2 text-left text-sm focus-visible:-outline-offset-2',
                poll === selected ? 'border-accent bg-tint' : 'border-transparent hover:bg-sunken',
              )}
            >
              <span {...attributesOf(poll)} className="block font-semibold">
                {poll.question}
              </span>
              <Leader poll={poll} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Leader({ poll }: { poll: Poll }) {
  const leading = leadingOptions(poll.options)
  const first = poll.options.find(({ id }) => leading.has(id))
  const share = percentage(first?.vote_count ?? 0, poll.total_votes)
  return (
    <>
      {first && (
        <>
          <span className="mt-1 flex items-baseline justify-between gap-2">
            <span className="min-w-0">{leading.size > 1 ? 'Tie' : first.text}</span>
            <span className="tabular-nums">{shareText(first.vote_count, poll.total_votes)}</span>
          </span>
          <ProgressBar value={share} className="mt-1" />
        </>
      )}
      <span className="mt-1 block text-soft tabular-nums">
        {poll.results_hidden
          ? 'Results are not shown yet'
          : poll.total_votes > 0
            ? `${formatVoteCount(poll.total_votes, compactCount)}, not a sample`
            : 'No votes yet'}
      </span>
    </>
  )
}
