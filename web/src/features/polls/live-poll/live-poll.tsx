import { attributesOf } from '@wtpu/contract/schemas'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { partCount } from '#lib/format.ts'
import { useNow } from '#lib/time.ts'
import { cardClass } from '#ui/card.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { featuredPollsQuery, heroPoll } from '#features/polls/featured/featured-api.ts'
import { useOwnCounts } from '#features/polls/core/my-votes.ts'
import { remainingTime } from '#features/polls/core/rules.ts'
import { VisitorOptions } from '#features/polls/core/visitor-options.tsx'

const clockIntervalMs = 10_000
const frameClass = cardClass('flex min-h-96 flex-col gap-2 p-3.5 sm:gap-3 sm:p-6')

/**
 * One poll with its results. Visitors answer it before they have an account: `children` shows what happens with that answer.
 * `isTapped`: they did it just now.
 */
export function LivePoll({
  answered,
  children,
}: {
  /** The poll that a new member answered before, in whichever card. */
  answered?: number | undefined
  children: (poll: Poll, isTapped: boolean) => ReactNode
}) {
  const featured = useQuery(featuredPollsQuery())
  if (featured.isPending) return <LivePollSkeleton />
  const poll = featured.data && (featured.data.find(({ id }) => id === answered) ?? heroPoll(featured.data))
  // Without polls, the section below says so.
  return poll ? (
    <LivePollCard key={poll.id} poll={poll}>
      {children}
    </LivePollCard>
  ) : null
}

function LivePollCard({ poll: counted, children }: { poll: Poll } & Pick<Parameters<typeof LivePoll>[0], 'children'>) {
  const poll = useOwnCounts(counted)
  const now = useNow(clockIntervalMs)
  const time = remainingTime(poll, now)
  return (
    <article aria-labelledby="live-poll" tabIndex={-1} className={frameClass}>
      <p className="flex items-center gap-2 text-sm font-semibold">
        <span aria-hidden className="size-2 rounded-full bg-brand" /> Live poll
      </p>
      <h2 id="live-poll" {...attributesOf(poll)} className="text-lg leading-snug sm:text-xl">
        {poll.question}
      </h2>
      <VisitorOptions poll={poll} now={now} questionId="live-poll">
        {children}
      </VisitorOptions>
      <p className="mt-auto flex flex-wrap justify-between gap-x-4 border-t border-line pt-2.5 text-sm text-soft tabular-nums">
        <span className="min-w-0 flex-1 basis-40">
          <strong className="text-ink">
            {poll.results_hidden ? 'Results are not shown yet' : answeredBy(poll.total_votes)}
          </strong>
          {poll.total_votes > 0 && ', not a sample'}
          {time && (
            <span className="whitespace-nowrap">
              {' · '}
              {time === 'Ended' ? time : `${time} left`}
            </span>
          )}
        </span>
        <Link to="/results/$pollId" params={{ pollId: String(poll.id) }} className="text-link">
          Results
        </Link>
      </p>
    </article>
  )
}

const answeredBy = (count: number) =>
  count === 0 ? 'Nobody has answered yet' : `${partCount(count)} ${count === 1 ? 'has' : 'have'} answered`

export const LivePollSkeleton = () => (
  <LoadingState label="Loading polls...">
    <div className={frameClass}>
      <Skeleton className="h-5 w-20" />
      <Skeleton className="h-14 w-11/12" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-13 w-full" />
      ))}
    </div>
  </LoadingState>
)
