import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { compactCount } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { pollPagesQuery, pollSummaryQuery } from '#features/polls/api.ts'
import type { PollSearch } from '#features/polls/search.ts'

/** The four figures above the polls. Where the list failed too, its own words and its Try Again are enough. */
export function PollStats({ search }: { search: PollSearch }) {
  const { data, isPending, isError, refetch } = useQuery(pollSummaryQuery())
  const list = useInfiniteQuery({ ...pollPagesQuery(search), enabled: false })
  const count = (value: number | undefined) => (value === undefined ? '—' : compactCount(value))
  return (
    <section aria-label="Polls at a glance" aria-busy={isPending}>
      <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-line gap-px lg:grid-cols-4">
        <Stat label="Active Polls" value={isPending ? undefined : count(data?.active_polls)} />
        <Stat label="Total Participants" value={isPending ? undefined : count(data?.total_participants)} />
        <Stat label="Trending Topic" value={isPending ? undefined : (data?.trending_topic ?? '—')} />
        <Stat label="Polls Ending Soon" value={isPending ? undefined : count(data?.polls_ending_soon)} />
      </dl>
      {isError && !data && list.data && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-soft">
          These figures could not be loaded.
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
    </section>
  )
}

function Stat({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="bg-surface p-3.5 sm:p-5">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="mt-1 font-serif text-lg leading-9 font-semibold wrap-anywhere tabular-nums min-[22rem]:text-xl min-[22rem]:leading-9 sm:text-3xl sm:leading-9">
        {value ?? <Skeleton className="h-9 w-20" />}
      </dd>
    </div>
  )
}
