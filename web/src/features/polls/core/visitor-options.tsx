import type { Poll } from '@wtpu/contract/polls/polls'
import { useState, type ReactNode } from 'react'
import { keepAnswer, useAnswerOutcome, usePendingAnswer } from '#lib/session/pending-answer.ts'
import { useSession } from '#lib/session/session.ts'
import { useAnswerState } from './kept-answers.ts'
import { useMyVotes } from './my-votes.ts'
import { PollNotes } from './poll-notes.tsx'
import { PollOptionRows } from './poll-option-rows.tsx'
import { hasEnded } from './rules.ts'
import { useShownOrder } from './shown-order.ts'

interface VisitorOptionsProps {
  poll: Poll
  now: Date
  /** The element with the question. */
  questionId: string
  /** The answer that a link names. A visitor still has to give it. */
  named?: number | undefined
  /** What happens with the answer. `isTapped`: the visitor gave it just now. */
  children: (poll: Poll, isTapped: boolean) => ReactNode
}

/** The options of a poll, which visitors answer before they have an account. */
export function VisitorOptions({ poll, now, questionId, named, children }: VisitorOptionsProps) {
  const isVisitor = useSession() === null
  const [isTapped, setTapped] = useState(false)
  const chosen = useChosen(poll)
  const { rotation } = useShownOrder(poll)
  // Who is on a list answers by its link, or signed in.
  const isOpen = isVisitor && poll.audience !== 'circle' && !hasEnded(poll, now)

  const choose = ({ id, text }: Poll['options'][number]) => {
    setTapped(true)
    keepAnswer({ pollId: poll.id, optionId: id, rotation, question: poll.question, option: text })
  }
  return (
    <>
      <PollOptionRows
        poll={poll}
        questionId={questionId}
        rowOf={(option) => ({
          chosen: chosen?.optionId === option.id ? chosen.as : undefined,
          voting:
            isOpen && chosen?.optionId !== option.id
              ? { sending: false, isNamed: option.id === named, questionId, onVote: () => choose(option) }
              : undefined,
        })}
      />
      <PollNotes poll={poll} canAnswer={isOpen && !chosen} />
      {children(poll, isTapped)}
    </>
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
