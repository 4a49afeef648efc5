import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { myVotesQuery } from '../my-votes.ts'
import { Term } from '#community/glossary/term.tsx'

/** The number under which the viewer's vote is among the ballots, once the poll is sealed. Only they see it. */
export function YourBallot({ poll: { id, question }, closed }: { poll: Poll; closed: boolean }) {
  // The list observes the query too, and refetches it.
  const { data: number } = useQuery({
    ...myVotesQuery(),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    select: (votes) => votes.find(({ poll }) => poll === id)?.ballot,
  })
  if (!number) return <div className="min-h-11" />
  return (
    <details className="group text-sm text-soft">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 text-sm font-semibold text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
        />
        Your ballot <span className="sr-only">for {question}</span>
      </summary>
      <p translate="no" className="font-mono wrap-anywhere text-ink">
        {number}
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
