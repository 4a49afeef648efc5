import { useQuery } from '@tanstack/react-query'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import type { Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { useMyVotes } from '#features/polls/core/my-votes.ts'
import { query } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Who asked whom, when and how: what a reader needs to judge the result. Who can still answer does not read the other one of two wordings
 * before.
 */
export function HowTaken({ poll }: { poll: Poll }) {
  const totals = useQuery(query(getPollTotals, { params: { id: poll.id } }))
  const votes = useMyVotes()
  if (totals.isPending) {
    return (
      <LoadingState label="Loading...">
        <Skeleton className="h-60 w-full" />
      </LoadingState>
    )
  }
  if (!totals.data) return <ErrorState inCard title="This could not be loaded" query={totals} />
  const { method } = totals.data
  // Its groups are in a table.
  const shown = { ...method, list: method.list && { ...method.list, groups: [] } }
  const canAnswer = !poll.is_closed && !poll.wordings?.some(({ poll: id }) => votes.has(id))
  if (canAnswer) shown.other_wording = null
  return (
    <dl className="@container grid gap-y-2 text-sm">
      {methodRows({ ...totals.data, method: shown }).map(([label, text]) => (
        <div key={label} className="flex flex-wrap gap-x-4">
          <dt className="w-28 text-soft @max-[19rem]:w-full">{label}</dt>
          <dd className="min-w-0 flex-1 basis-44 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
