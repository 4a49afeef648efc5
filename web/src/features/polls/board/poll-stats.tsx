import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { compactCount } from '#lib/format.ts'
import { RetryButton } from '#ui/retry-button.tsx'
import { FigureRow } from '#ui/figure-row.tsx'
import { pollPagesQuery, pollSummaryQuery } from '#features/polls/api.ts'
import type { PollSearch } from '#features/polls/search.ts'

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
          { label: 'Total Participants', value: isPending ? undefined : count(data?.total_participants) },
          { label: 'Trending Topic', value: isPending ? undefined : (data?.trending_topic ?? '—') },
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
