import { type ReactNode, useState } from 'react'
import { CalendarClock, Plus, ChartColumn, Radio } from 'lucide-react'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { compactCount } from '#lib/format.ts'
import { RetryButton } from '#ui/retry-button.tsx'
import { FigureRow } from '#ui/figure-row.tsx'
import { pollPagesQuery, pollSummaryQuery } from '#features/polls/api.ts'
import type { PollSearch } from '#features/polls/search.ts'
import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { Term } from '#community/glossary/term.tsx'

/** The page header of the polls screen. `children` are its buttons. */
export function PollsHero({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h1 className="text-3xl leading-tight sm:text-5xl">Live Citizen Polls</h1>
        <p className="mt-1.5 max-w-3xl text-soft sm:mt-3 sm:text-lg">
          One citizen, one vote. Results update live as people of every party vote.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </header>
  )
}

const CreatePollDialog = lazyDialog(
  () => 'Create New Poll',
  () => import('#features/polls/create/create-poll-dialog.tsx').then((module) => module.CreatePollDialog),
)
const SchedulePollDialog = lazyDialog(
  () => 'Schedule Poll',
  () => import('#features/polls/schedule/schedule-poll-dialog.tsx').then((module) => module.SchedulePollDialog),
)

/** The Create Poll and Schedule Poll buttons. The code of each dialog loads when its button is hovered or focused. */
export function PollActions({ onCreated, onScheduled }: { onCreated: (id: number) => void; onScheduled: () => void }) {
  const [creating, setCreating] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  return (
    <>
      <Button {...CreatePollDialog.preloadHandlers} onClick={() => setCreating(true)}>
        <Plus aria-hidden className="size-4" />
        Create Poll
      </Button>
      <Button variant="secondary" {...SchedulePollDialog.preloadHandlers} onClick={() => setScheduling(true)}>
        <CalendarClock aria-hidden className="size-4" />
        Schedule Poll
      </Button>
      <CreatePollDialog open={creating} onOpenChange={setCreating} onCreated={({ id }) => onCreated(id)} />
      <SchedulePollDialog open={scheduling} onOpenChange={setScheduling} onScheduled={onScheduled} />
    </>
  )
}

const ResultsDashboard = lazyDialog(
  () => 'Poll Results Dashboard',
  () => import('#features/polls/results/dashboard/results-dashboard.tsx').then((module) => module.ResultsDashboard),
)
const LiveResultsDialog = lazyDialog(
  () => 'Live Poll Results',
  () => import('../results/live-results-dialog.tsx').then((module) => module.LiveResultsDialog),
)

/** Buttons for the two dialogs with results of all polls. Hovering or focusing a button preloads its dialog. */
export function ResultsButtons() {
  return (
    <>
      <DialogButton name="Results Dashboard" Icon={ChartColumn} Panel={ResultsDashboard} />
      <DialogButton name="Live Poll Results" Icon={Radio} Panel={LiveResultsDialog} />
    </>
  )
}

function DialogButton({ name, Icon, Panel }: { name: string; Icon: typeof Radio; Panel: typeof ResultsDashboard }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" {...Panel.preloadHandlers} onClick={() => setOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {name}
      </Button>
      <Panel open={open} onOpenChange={setOpen} />
    </>
  )
}

/** The four figures above the polls. If the list failed too, only the list shows an error and Try Again. */
export function PollStats({ search }: { search: PollSearch }) {
  const { data, isPending, isError, refetch } = useQuery(pollSummaryQuery())
  const list = useInfiniteQuery({ ...pollPagesQuery(search), enabled: false })
  const count = (value: number | undefined) => (value === undefined ? '—' : compactCount(value))
  return (
    <div aria-busy={isPending}>
      <FigureRow
        label="Polls at a glance"
        figures={[
          { label: 'Active Polls', value: isPending ? undefined : count(data?.active_polls) },
          {
            label: 'Total Participants',
            value: isPending ? undefined : count(data?.total_participants),
            name: <Term name="Total Participants">Total Participants</Term>,
          },
          {
            label: 'Trending Topic',
            value: isPending ? undefined : (data?.trending_topic ?? '—'),
            name: <Term name="Trending Topic">Trending Topic</Term>,
          },
          { label: 'Polls Ending Soon', value: isPending ? undefined : count(data?.polls_ending_soon) },
        ]}
      />
      {isError && !data && list.data && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-soft">
          These figures could not be loaded.
          <RetryButton size="small" onRetry={refetch} />
        </p>
      )}
    </div>
  )
}

/** The call to action below the polls. */
export function ForumsCallToAction() {
  return (
    <section className="mt-16 flex flex-col items-start gap-5 border-t border-line pt-10 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2 className="text-2xl">Votes show what people think. Discussions show why.</h2>
        <p className="mt-2 max-w-prose text-soft">
          Talk it over with citizens who voted the way you did, and with those who did not.
        </p>
      </div>
      <Link to="/forums" className={classes(buttonClass({ variant: 'secondary', size: 'large' }), 'shrink-0')}>
        Explore Forums
      </Link>
    </section>
  )
}
