import type { Poll } from '@wtpu/contract/polls/polls'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { classes } from '#lib/classes.ts'
import { Term } from '#community/small/term.tsx'

/** The line below the options once somebody has voted. Its height does not change. */
export const countedClass = 'flex flex-wrap min-h-12 items-center gap-2 rounded-control pl-3 pr-1'

/**
 * Says that the vote is final. Opens to the number under which it is among the ballots, once the poll is sealed. Only the voter
 * sees it. The number arrives shortly after the vote.
 */
export function Receipt({
  poll: { id, question },
  closed,
  ballot,
}: {
  poll: Poll
  closed: boolean
  ballot: string | undefined
}) {
  const words = (
    <>
      <Check aria-hidden className="size-4 text-accent" /> Counted and final.
    </>
  )
  if (!ballot) return <p className={classes(countedClass, 'border border-line')}>{words}</p>
  return (
    <details className="text-sm text-soft">
      <summary
        className={classes(
          countedClass,
          'list-none border border-line text-base text-ink [&::-webkit-details-marker]:hidden',
        )}
      >
        {words}
        <span className="text-link ml-auto px-3 py-2 text-sm font-semibold">
          Your receipt <span className="sr-only">for {question}</span>
        </span>
      </summary>
      <p translate="no" className="mt-2 font-mono wrap-anywhere text-ink">
        {ballot}
      </p>
      <p className="mt-2">
        {closed ? 'This number finds' : 'Once the poll has closed, this number finds'} your vote among all{' '}
        <Term name="Ballot">ballots</Term>. Anyone who knows it can see how you voted.
      </p>
      {closed && (
        <Link
          to="/polls/$pollId/check"
          params={{ pollId: String(id) }}
          className="text-link flex min-h-11 items-center font-semibold"
        >
          Check that it was counted
        </Link>
      )}
    </details>
  )
}
