import { attributesOf } from '@wtpu/contract/schemas'
import type { Politician } from '@wtpu/contract/politicians'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Vote from 'lucide-react/icons/vote'
import { compactCount } from '#lib/format.ts'
import { toListPage } from '#lib/api/pages.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { relatedPollsQuery } from '#features/politicians/small/api.ts'
import { noRelatedPolls, relatedPollsFailed } from '#features/politicians/messages.ts'
import { LoadingState } from '#ui/loading-state.tsx'

/** The newest polls about this politician, and a link to all of them. */
export function RelatedPolls({ politician }: { politician: Politician }) {
  const { name } = politician
  return (
    <section aria-labelledby="related-polls" className="max-w-3xl">
      <h2 id="related-polls" className="mb-4 text-2xl">
        Related Polls
      </h2>
      <NewestPolls politician={politician} />
      <Link
        to="/polls/{-$pollId}"
        params={{ pollId: undefined }}
        search={{ q: name, filter: 'politician' }}
        className={`mt-6 wrap-anywhere ${buttonClass({ variant: 'secondary' })}`}
      >
        See all polls about {name}
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </Link>
    </section>
  )
}

function NewestPolls({ politician }: { politician: Politician }) {
  const polls = useQuery(relatedPollsQuery(politician.id))
  if (polls.data) return <PollRows polls={toListPage(polls.data).results} name={politician.name} />
  if (polls.error) return <ErrorState title={relatedPollsFailed} query={polls} />
  return (
    <LoadingState label="Loading polls..." rows={3} className="divide-y divide-line border-y border-line">
      <div className="py-4">
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="mt-2 h-5 w-28" />
      </div>
    </LoadingState>
  )
}

function PollRows({ polls, name }: { polls: readonly Poll[]; name: string }) {
  if (polls.length === 0) {
    return (
      <EmptyState icon={<Vote />} title={noRelatedPolls}>
        Polls about {name} will be listed here.
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line border-y border-line">
      {polls.map((poll) => (
        <li key={poll.id}>
          <Link
            to="/polls/{-$pollId}"
            params={{ pollId: String(poll.id) }}
            className="group flex items-center justify-between gap-4 py-4"
          >
            <span className="min-w-0">
              <span
                {...attributesOf(poll)}
                className="font-serif text-lg leading-snug font-semibold group-hover:underline"
              >
                {poll.question}
              </span>
              <span className="mt-1 block text-sm text-soft tabular-nums">
                {!poll.results_hidden &&
                  `${compactCount(poll.total_votes)} ${poll.total_votes === 1 ? 'vote' : 'votes'} · `}
                {poll.is_closed ? 'Ended' : 'Open'}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
