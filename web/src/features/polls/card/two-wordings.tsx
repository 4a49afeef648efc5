import { attributesOf, writtenOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import type { Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getMyWording } from '@wtpu/contract/polls/wording'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatVoteCount } from '#features/polls/core/rules.ts'
import { query } from '#lib/api/api.ts'
import { usePendingAnswer } from '#lib/session/pending-answer.ts'
import { useSession } from '#lib/session/session.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Section } from '#ui/section.tsx'
import { pollQuery } from '../api.ts'
import { useMyVotes } from '../core/my-votes.ts'
import { ResultBars } from '../results/charts/result-bars.tsx'
import { PollCardSkeleton } from './skeletons.tsx'

interface TwoWordingsProps {
  poll: Poll
  children: (shown: Poll, votedOptionId: number | undefined) => ReactNode
}

/**
 * Shows a poll in one of its two wordings: the one that the viewer has answered, else the one that is drawn for a member, else the one
 * that all visitors see. A member is shown nothing until it is known, so that nobody sees both.
 */
export function TwoWordings({ poll, children }: TwoWordingsProps) {
  const isMember = useSession() !== null
  const votes = useMyVotes()
  const pending = usePendingAnswer()
  const mine = useQuery({
    ...query(getMyWording, { params: { id: poll.wordings?.[0]?.poll ?? poll.id } }, { staleTime: Infinity }),
    enabled: isMember,
  })
  // What was on the screen stays there while the variant of visitors changes.
  const [ofVisitors] = useState(poll.visitor_wording ?? 0)
  const wordings = poll.wordings ?? []
  const answered = wordings.find(({ poll: id }) => votes.has(id) || pending?.pollId === id)
  const id = answered?.poll ?? (isMember ? mine.data?.poll : wordings[ofVisitors]?.poll)
  const other = useQuery({ ...pollQuery(id ?? poll.id), enabled: id !== undefined && id !== poll.id })
  const shown = id === poll.id ? poll : id === undefined ? undefined : other.data
  if (shown) return children(shown, votes.get(shown.id))
  const failed = [mine, other].find(({ isError }) => isError)
  return failed ? <ErrorState inCard title="This poll could not be loaded" query={failed} /> : <PollCardSkeleton />
}

/**
 * Shows the results of the viewer's wording, and both wordings once the viewer has answered, so that nobody reads the other one before
 * they answer.
 */
export function WordedResults({
  poll,
  children,
}: {
  poll: Poll
  children: (shown: number, compared: ReactNode) => ReactNode
}) {
  return (
    <TwoWordings poll={poll}>
      {(shown, vote) =>
        children(
          shown.id,
          !poll.results_hidden && (poll.is_closed || vote !== undefined) && (
            <ComparedWordings poll={poll} myVote={vote} />
          ),
        )
      }
    </TwoWordings>
  )
}

/** Both wordings of a poll, each with its own votes, and between them what the wording did. */
function ComparedWordings({ poll, myVote }: { poll: Poll; myVote: number | undefined }) {
  const totals = useQuery(query(getPollTotals, { params: { id: poll.id } }))
  const effect = totals.data?.method.other_wording?.effect
  const [first, second] = (poll.wordings ?? []).map(({ poll: id, question, description, n, options }) => (
    <div key={id} className="flex flex-col gap-2">
      <h3 {...attributesOf(poll)} className="text-lg wrap-anywhere">
        {question}
      </h3>
      {description && (
        <p {...attributesOf(poll)} className="text-soft">
          {description}
        </p>
      )}
      <p className="text-sm text-soft tabular-nums">{formatVoteCount(n, fullCount)}</p>
      <ResultBars poll={{ ...writtenOf(poll), options, total_votes: n }} myVote={myVote} />
    </div>
  ))
  return (
    <Section id="wordings" title="The two wordings">
      <div className="flex flex-col gap-6">
        {first}
        {effect && <p className="max-w-prose border-l-4 border-accent pl-4">{effect.sentence}</p>}
        {second}
      </div>
    </Section>
  )
}
