import { fullCount } from '@wtpu/contract/full-count'
import type { Poll, PollResults as Results } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { ErrorState } from '#ui/error-state.tsx'
import { useMyVotes, useOwnCounts } from '#features/polls/core/my-votes.ts'
import { formatVoteCount } from '#features/polls/core/rules.ts'
import { pollResultsQuery } from './results-api.ts'
import { ResultBars } from '#features/polls/results/charts/result-bars.tsx'
import { ResultsByState } from '#features/polls/results/charts/results-by-state.tsx'
import { ReasonsDetails } from '../reasons/reasons-details.tsx'
import { GroupResults, hasGroupsOfOpinion } from './group-results.tsx'
import { HowTaken } from './how-taken.tsx'
import { StaffNote } from './staff-note.tsx'
import { leadText, pollSentence, sampleText } from './sample-text.ts'
import { Tabs } from '#ui/tabs.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'
import { VotesOverTime } from '#features/polls/results/charts/votes-over-time.tsx'
import { embedCode } from '@wtpu/contract/site/on-demand/embed'
import { classes } from '#lib/classes.ts'
import { hasGate } from '#lib/gate.ts'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { downloadName } from '@wtpu/contract/site/download-name'
import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Code from 'lucide-react/icons/code'
import Link2 from 'lucide-react/icons/link-2'
import ListChecks from 'lucide-react/icons/list-checks'
import { ReportButton } from '#community/menu/report-button.tsx'
import { copyLink } from '#community/copy-link.ts'
import { CopySentence } from '#community/copy-sentence.tsx'
import { resultsUrl } from '#features/polls/share-poll.ts'
import { pathOf } from '#lib/api/request.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { DownloadLinks } from '#ui/on-demand/download-links.tsx'

const OwnTools = lazyComponent(() => import('./own-tools.tsx').then((module) => module.OwnTools))

/** A poll's results over time and by state. Set `bars` to false when the card above already shows the bars. */
export function PollResults({ pollId, bars = true }: { pollId: number; bars?: boolean }) {
  const results = useQuery(pollResultsQuery(pollId))
  if (results.data) return <ResultTabs results={results.data} countedAt={results.dataUpdatedAt} bars={bars} />
  if (results.error) return <ErrorState title="Results could not be loaded" query={results} />
  return <ResultsSkeleton />
}

const resultTabs = [
  { value: 'all', label: 'All voters' },
  { value: 'groups', label: 'Common ground' },
] as const

function ResultTabs({ results, countedAt, bars }: { results: Results; countedAt: number; bars: boolean }) {
  const [tab, setTab] = useState<'all' | 'groups'>('all')
  const all = (
    <ResultsView
      results={results}
      countedAt={countedAt}
      bars={bars}
      reuse={<ReusePoll results={results} countedAt={countedAt} />}
    />
  )
  if (!hasGroupsOfOpinion(results.poll)) return all
  return (
    <Tabs label="Results" tabs={resultTabs} value={tab} onChange={setTab}>
      {tab === 'all' ? all : <GroupResults poll={results.poll} />}
    </Tabs>
  )
}

export function ResultsView({
  results: { poll: counted, timeline, states },
  countedAt,
  bars = true,
  reuse,
}: {
  results: Results
  /** When the votes of an open poll were counted. Milliseconds. */
  countedAt: number
  bars?: boolean
  reuse?: ReactNode
}) {
  const poll = useOwnCounts(counted)
  const myVote = useMyVotes().get(poll.id)
  return (
    <div className="@container flex flex-col gap-6">
      {bars && (
        <>
          <p className="text-sm text-soft tabular-nums">{formatVoteCount(poll.total_votes, fullCount)}</p>
          <ResultBars poll={poll} myVote={myVote} />
        </>
      )}
      <p className="max-w-prose text-sm text-soft">{[sampleText(poll, countedAt), leadText(poll)].join(' ')}</p>
      <StaffNote poll={poll} />
      {poll.total_votes === 0 ? (
        <p className="text-soft">No votes yet</p>
      ) : (
        !poll.imported_from && (
          <>
            <VotesOverTime poll={poll} timeline={timeline} />
            <ResultsByState poll={poll} states={states} />
          </>
        )
      )}
      <ReasonsDetails poll={poll} />
      <HowTakenDetails poll={poll} />
      {reuse}
    </div>
  )
}

function HowTakenDetails({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure
      title="How this poll was taken"
      className="border-t border-line pt-1"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {open && <HowTaken poll={poll} />}
    </Disclosure>
  )
}

/** What other sites and newsrooms need to show a poll: its link, its embed code, and its totals as files. */
export function ReusePoll({
  results,
  countedAt,
  hasLink = true,
}: {
  results: Results
  countedAt: number
  hasLink?: boolean
}) {
  const { poll } = results
  const isSignedIn = useSession() !== null
  const params = { id: poll.id }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-3">
      {hasLink && (
        <>
          <Button variant="ghost" size="small" className="-mx-3" onClick={() => void copyLink(resultsUrl(poll.id))}>
            <Link2 aria-hidden className="size-4" /> Copy link
          </Button>
          <CopySentence
            variant="ghost"
            size="small"
            className="-mx-3"
            quote={(isOpenToAll) => pollSentence(results, { countedAt, isOpenToAll })}
          />
        </>
      )}
      {/* With a gate, other sites cannot show polls. */}
      {!hasGate() && (
        <Button
          variant="ghost"
          size="small"
          className="-mx-3"
          onClick={() =>
            void copyLink(embedCode(window.location.origin, poll), {
              title: 'Embed code copied',
              description: 'Paste it into the HTML of your page.',
            })
          }
        >
          <Code aria-hidden className="size-4" /> Copy embed code
        </Button>
      )}
      <DownloadLinks
        label="Download totals"
        file={downloadName(`poll-${poll.id}`)}
        csv={pathOf(downloadPollTotals, { params })}
        json={pathOf(getPollTotals, { params })}
      />
      {isSignedIn && poll.total_votes === 0 && <OwnTools poll={poll} />}
      {poll.is_closed && !poll.imported_from && (
        <Link
          to="/polls/$pollId/check"
          params={{ pollId: String(poll.id) }}
          className="text-link flex min-h-11 items-center gap-2 text-sm font-semibold"
        >
          <ListChecks aria-hidden className="size-4" /> Check this result
        </Link>
      )}
      <ReportButton content={{ kind: 'poll', id: poll.id }} noun="poll" of={`the poll “${poll.question}”`} />
    </div>
  )
}

/** Results in a collapsible section below the ballot, initially open. Used on the card of `/polls/{id}`. */
export function ResultsDisclosure({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(true)
  const id = useId()
  return (
    <div className="border-t border-line pt-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 font-semibold"
      >
        <ChevronDown
          aria-hidden
          className={classes('size-5 transition-transform duration-150', !open && '-rotate-90')}
        />
        Results
      </button>
      <div id={id} hidden={!open} className="pt-1">
        {open && <PollResults pollId={poll.id} bars={false} />}
      </div>
    </div>
  )
}
