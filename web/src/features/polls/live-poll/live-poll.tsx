import { fewAnswers } from '@wtpu/contract/few-answers'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { partCount } from '#lib/format.ts'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { cardClass } from '#ui/card.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PollOptionRow } from '#features/polls/core/poll-option-row.tsx'
import { featuredPollsQuery, heroPoll } from '#features/polls/featured/featured-api.ts'
import { useAnswerState } from '#features/polls/core/kept-answers.ts'
import { fewAnswered } from '#features/polls/core/messages.ts'
import { useMyVotes, useOwnCounts } from '#features/polls/core/my-votes.ts'
import { keepAnswer, useAnswerOutcome, usePendingAnswer } from '#lib/session/pending-answer.ts'
import { hasEnded, leadingOptions, remainingTime } from '#features/polls/core/rules.ts'

const clockIntervalMs = 10_000
const frameClass = cardClass('flex min-h-96 flex-col gap-2 p-3.5 sm:gap-3 sm:p-6')

/**
 * One poll with its results. Visitors answer it before they have an account: `children` shows what happens with that answer.
 * `isTapped`: they did it just now.
 */
export function LivePoll({ children }: { children: (poll: Poll, isTapped: boolean) => ReactNode }) {
  const featured = useQuery(featuredPollsQuery())
  if (featured.isPending) return <LivePollSkeleton />
  const poll = featured.data && heroPoll(featured.data)
  // Without polls, the section below says so.
  return poll ? <LivePollCard poll={poll}>{children}</LivePollCard> : null
}

function LivePollCard({ poll: counted, children }: { poll: Poll } & Parameters<typeof LivePoll>[0]) {
  const poll = useOwnCounts(counted)
  const now = useNow(clockIntervalMs)
  const isVisitor = useSession() === null
  const [isTapped, setTapped] = useState(false)
  const chosen = useChosen(poll)
  const leading = leadingOptions(poll.options)
  const time = remainingTime(poll, now)
  const isOpen = isVisitor && !hasEnded(poll, now)

  const choose = ({ id, text }: Poll['options'][number]) => {
    setTapped(true)
    keepAnswer({ pollId: poll.id, optionId: id, question: poll.question, option: text })
  }
  return (
    <article aria-labelledby="live-poll" tabIndex={-1} className={frameClass}>
      <p className="flex items-center gap-2 text-sm font-semibold">
        <span aria-hidden className="size-2 rounded-full bg-brand" /> Live poll
      </p>
      <h2 id="live-poll" className="text-lg leading-snug sm:text-[1.375rem]">
        {poll.question}
      </h2>
      <ul aria-labelledby="live-poll" className="flex flex-col gap-1.5 sm:gap-2">
        {poll.options.map((option) => (
          <PollOptionRow
            key={option.id}
            option={option}
            totalVotes={poll.total_votes}
            leading={leading.has(option.id)}
            chosen={chosen?.optionId === option.id ? chosen.as : undefined}
            voting={
              isOpen && chosen?.optionId !== option.id
                ? { sending: false, questionId: 'live-poll', onVote: () => choose(option) }
                : undefined
            }
          />
        ))}
      </ul>
      {isOpen && !chosen && poll.total_votes < fewAnswers && <p className="text-sm text-soft">{fewAnswered}</p>}
      {children(poll, isTapped)}
      <p className="mt-auto flex flex-wrap justify-between gap-x-4 border-t border-line pt-2.5 text-sm text-soft tabular-nums">
        <span className="min-w-0 flex-1 basis-40">
          <strong className="text-ink">{answeredBy(poll.total_votes)}</strong>
          {poll.total_votes > 0 && ', not a sample'}
          {time && ` · ${time === 'Ended' ? time : `${time} left`}`}
        </span>
        <Link to="/results/$pollId" params={{ pollId: String(poll.id) }} className="text-link">
          Results
        </Link>
      </p>
    </article>
  )
}

/** The viewer's vote, or the answer that is not counted yet. */
function useChosen(poll: Poll): { optionId: number; as: 'counted' | 'pending' } | undefined {
  const vote = useMyVotes().get(poll.id)
  const pending = usePendingAnswer()
  const answer = useAnswerState(poll.id)
  const outcome = useAnswerOutcome()
  if (vote !== undefined) return { optionId: vote, as: 'counted' }
  if (pending?.pollId === poll.id) return { optionId: pending.optionId, as: 'pending' }
  if (answer?.state === 'waiting') {
    const option = poll.options.find(({ text }) => text === answer.option)
    return option && { optionId: option.id, as: 'pending' }
  }
  return answer?.state === 'counted' && outcome ? { optionId: outcome.optionId, as: 'counted' } : undefined
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
