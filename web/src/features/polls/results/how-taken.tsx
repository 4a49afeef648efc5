import { useQuery } from '@tanstack/react-query'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { query } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Who asked whom, when and how: what a reader needs to judge the result. */
export function HowTaken({ pollId }: { pollId: number }) {
  const totals = useQuery(query(getPollTotals, { params: { id: pollId } }))
  if (totals.isPending) {
    return (
      <LoadingState label="Loading...">
        <Skeleton className="h-60 w-full" />
      </LoadingState>
    )
  }
  if (!totals.data) return <ErrorState inCard title="This could not be loaded" query={totals} />
  return (
    <dl className="grid gap-y-1 text-sm">
      {methodRows(totals.data).map(([label, text]) => (
        <div key={label} className="flex flex-wrap gap-x-4">
          <dt className="w-28 text-soft">{label}</dt>
          <dd className="min-w-0 flex-1 basis-28 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
