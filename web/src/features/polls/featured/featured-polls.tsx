import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import Check from 'lucide-react/icons/check'
import Vote from 'lucide-react/icons/vote'
import { classes } from '#lib/classes.ts'
import { partCount } from '#lib/format.ts'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { LazySetupStep } from '#community/core/lazy-setup-step.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { featuredPollCount, featuredPollsQuery } from './featured-api.ts'
import { LivePollSkeleton } from '#features/polls/live-poll/live-poll.tsx'
import { useMyVotes, useOwnCounts } from '#features/polls/core/my-votes.ts'
import { PollOptionRows } from '#features/polls/core/poll-option-rows.tsx'
import { noPolls, pollsFailedTitle } from '#features/polls/small/messages.ts'
import { VisitorOptions } from '#features/polls/core/visitor-options.tsx'
import { remainingTime, votesText } from '#features/polls/core/rules.ts'

const clockIntervalMs = 10_000

/** `isTapped`: the visitor gave the answer just now. */
type AnswerStatus = (poll: Poll, isTapped: boolean) => ReactNode

/**
 * The featured polls with their current results and a link to vote in each. Visitors answer them before they have an account:
 * `children` shows what happens with that answer.
 */
export function FeaturedPolls({ children }: { children: AnswerStatus }) {
  const featured = useQuery(featuredPollsQuery())
  const now = useNow(clockIntervalMs)
  const myVotes = useMyVotes()
  if (featured.isPending) return <LivePollSkeleton />
  if (!featured.data) return <ErrorState title={pollsFailedTitle} query={featured} />
  if (featured.data.length === 0) {
    return (
      <EmptyState icon={<Vote />} title={noPolls.title}>
        <LazySetupStep step="polls">{noPolls.description}</LazySetupStep>
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2">
      {featured.data.slice(0, featuredPollCount).map((poll) => (
        <FeaturedPoll key={poll.id} poll={poll} now={now} votedOptionId={myVotes.get(poll.id)}>
          {children}
        </FeaturedPoll>
      ))}
    </div>
  )
}

interface FeaturedPollProps {
  poll: Poll
  now: Date
  votedOptionId: number | undefined
  children: AnswerStatus
}

function FeaturedPoll({ poll: counted, now, votedOptionId, children }: FeaturedPollProps) {
  const poll = useOwnCounts(counted)
  const isVisitor = useSession() === null
  const voted = votedOptionId !== undefined
  const questionId = `featured-poll-${poll.id}`
  const time = remainingTime(poll, now)
  return (
    <article
      aria-labelledby={questionId}
      tabIndex={-1}
      className={cardClass('flex flex-col gap-4 p-4 outline-none sm:p-6')}
    >
      <h3 id={questionId} {...attributesOf(poll)} className="text-xl leading-snug">
        {poll.question}
      </h3>
      {isVisitor ? (
        <VisitorOptions poll={poll} now={now} questionId={questionId}>
          {children}
        </VisitorOptions>
      ) : (
        // Members vote above, or on the card of the poll.
        <PollOptionRows
          poll={poll}
          questionId={questionId}
          rowOf={({ id }) => ({ chosen: id === votedOptionId ? 'counted' : undefined })}
        />
      )}
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* "You voted" may appear late. It is positioned absolutely and the line above is moved by a transform, so that
            the layout does not shift. */}
        <div className="flex min-h-11 min-w-0 flex-1 basis-40 items-center text-sm text-soft">
          <div className={classes('relative', voted && '-translate-y-2.5')}>
            <p className="tabular-nums">
              <span title={votesText(poll, fullCount)}>{votesText(poll, partCount)}</span>
              {poll.total_votes > 0 && ', not a sample'}
              {time && ` · ${time === 'Ended' ? time : `${time} left`}`}
            </p>
            {voted && (
              <p className="absolute top-full flex items-center gap-1.5 font-medium whitespace-nowrap text-good">
                <Check aria-hidden className="size-4" /> You voted
              </p>
            )}
          </div>
        </div>
        <Link
          to="/polls/{-$pollId}"
          params={{ pollId: String(poll.id) }}
          className={classes(buttonClass({ variant: 'secondary' }), 'min-w-31')}
        >
          {/* With a key, React replaces the text node, which does not count as a layout shift. */}
          <span key={String(voted)}>
            {voted ? 'See Results' : 'Vote Now'}{' '}
            <span className="sr-only">
              {voted ? 'of' : 'on'}: {poll.question}
            </span>
          </span>
        </Link>
      </footer>
    </article>
  )
}
