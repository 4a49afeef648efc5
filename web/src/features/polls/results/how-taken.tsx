import { useQuery } from '@tanstack/react-query'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { query } from '#lib/api/api.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const title = 'How this poll was taken'

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
    <>
      <p className="mb-4 max-w-prose">{totals.data.method.sentence}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {methodRows(totals.data).map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function HowTakenDialog({
  pollId,
  question,
  onOpenChange,
}: {
  pollId: number
  question: string
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open onOpenChange={onOpenChange} title={title} description={question}>
      <HowTaken pollId={pollId} />
    </Dialog>
  )
}
