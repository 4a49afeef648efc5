import { isOn } from '@wtpu/contract/site/parts'
import { type ReactNode, useState } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { compactCount, countInTens } from '#lib/format.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { lazyMenu } from '#ui/lazy-menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { pollPagesQuery, pollSummaryQuery } from '#features/polls/api.ts'
import type { PollSearch } from '#features/polls/search.ts'
import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { Term } from '#community/small/term.tsx'

/** The page header of the polls screen. `children` are its buttons. */
export function PollsHero({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-2">
      <h1>Live Citizen Polls</h1>
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
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

const ResultsDashboard = lazyDialog(
  () => 'Poll Results Dashboard',
  () => import('#features/polls/results/dashboard/results-dashboard.tsx').then((module) => module.ResultsDashboard),
)
const LiveResultsDialog = lazyDialog(
  () => 'Live Poll Results',
  () => import('../results/live-results-dialog.tsx').then((module) => module.LiveResultsDialog),
)
const PollMenu = lazyMenu(() => import('./poll-menu.tsx').then((module) => module.PollMenu))

// Only where members create no polls.
const OfStaff = lazyComponent(() => import('./of-staff.tsx').then((module) => module.OfStaff))

/**
 * The buttons Create Poll and Schedule Poll, and everything else behind "…". The code of a dialog loads when its button is
 * hovered or focused.
 */
export function PollActions({ onCreated, onScheduled }: { onCreated: (id: number) => void; onScheduled: () => void }) {
  const [opened, setOpened] = useState<'create' | 'schedule' | 'dashboard' | 'live'>()
  const dialog = (name: typeof opened) => ({
    open: opened === name,
    onOpenChange: (open: boolean) => setOpened(open ? name : undefined),
  })
  const create = (
    <>
      <Button className="px-3.5!" {...CreatePollDialog.preloadHandlers} onClick={() => setOpened('create')}>
        <Plus aria-hidden className="size-4 max-sm:hidden" />
        Create Poll
      </Button>
      <Button
        variant="secondary"
        className="px-3.5!"
        {...SchedulePollDialog.preloadHandlers}
        onClick={() => setOpened('schedule')}
      >
        Schedule Poll
      </Button>
    </>
  )
  return (
    <>
      {isOn('member-polls') ? create : <OfStaff>{create}</OfStaff>}
      <PollMenu
        button={
          <button type="button" className={classes(buttonClass({ variant: 'secondary' }), 'w-11 px-0')}>
            <Ellipsis aria-hidden className="size-5" />
            <span className="sr-only">More about polls</span>
          </button>
        }
        onDashboard={() => setOpened('dashboard')}
        onLiveResults={() => setOpened('live')}
      />
      <CreatePollDialog {...dialog('create')} onCreated={({ id }) => onCreated(id)} />
      <SchedulePollDialog {...dialog('schedule')} onScheduled={onScheduled} />
      <ResultsDashboard {...dialog('dashboard')} />
      <LiveResultsDialog {...dialog('live')} />
    </>
  )
}

/** The four figures above the polls. If the list failed too, only the list shows an error and Try Again. */
export function PollStats({ search }: { search: PollSearch }) {
  const { data, isPending, isError, refetch } = useQuery(pollSummaryQuery())
  const list = useInfiniteQuery({ ...pollPagesQuery(search), enabled: false })
  const count = (value: number | undefined, format = compactCount) =>
    isPending ? undefined : value === undefined ? '—' : format(value)
  return (
    <div aria-busy={isPending}>
      <section aria-label="Polls at a glance">
        <dl className="flex flex-wrap gap-x-5 text-sm leading-6">
          <Figure name="Active Polls" value={count(data?.active_polls)} />
          <Figure
            name={<Term name="Total Participants">Total Participants</Term>}
            value={count(data?.total_participants, countInTens)}
          />
          <Figure
            name={<Term name="Trending Topic">Trending Topic</Term>}
            value={isPending ? undefined : (data?.trending_topic ?? '—')}
          />
          <Figure name="Polls Ending Soon" value={count(data?.polls_ending_soon)} />
        </dl>
      </section>
      {isError && !data && list.data && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-soft">
          These figures could not be loaded.
          <RetryButton size="small" onRetry={refetch} />
        </p>
      )}
    </div>
  )
}

/** Without a value, it shows a skeleton. */
function Figure({ name, value }: { name: ReactNode; value: string | undefined }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere tabular-nums">{value ?? <Skeleton className="h-5 w-10" />}</dd>
    </div>
  )
}

/** The call to action below the polls. */
export function ForumsCallToAction() {
  return (
    <section className="mt-16 flex flex-col items-start gap-5 border-t border-line pt-10 sm:flex-row sm:items-center sm:justify-between">
      <h2 className="text-2xl">Votes show what people think. Discussions show why.</h2>
      <Link to="/forums" className={buttonClass({ variant: 'secondary', size: 'large' })}>
        Explore Forums
      </Link>
    </section>
  )
}
