import type { Poll } from '@wtpu/contract/polls/polls'
import { useRef } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAnswerState } from '#features/polls/core/kept-answers.ts'
import { undoErrorTitle } from '#features/polls/small/messages.ts'
import { PollNotes } from '#features/polls/core/poll-notes.tsx'
import { PollOptionRow } from '#features/polls/core/poll-option-row.tsx'
import { hasEnded, leadingOptions } from '#features/polls/core/rules.ts'
import { useShownOrder } from '#features/polls/core/shown-order.ts'
import { ComparisonSkeleton } from '../congress/comparison-skeleton.tsx'
import { useCastVote, useUndoVote } from './vote-api.ts'
import { VoteErrorDialog } from './vote-error-dialog.tsx'

// Few see it.
const WaitingAnswer = lazyComponent(() =>
  import('#features/polls/pending/answer-band.tsx').then((module) => module.WaitingAnswer),
)
const AfterVote = lazyComponent(() => import('./after-vote.tsx').then((module) => module.AfterVote))
const Comparison = lazyComponent(() => import('../congress/comparison.tsx').then((module) => module.Comparison))

export interface PollOptionsProps {
  poll: Poll
  /** The option the viewer voted for. */
  votedOptionId: number | undefined
  now: Date
  /** The element with the question. */
  questionId: string
  /** The answer that a link names. The viewer still has to give it. */
  named?: number | undefined
  /** Shows the next poll. Without it, Next question leads to the next one on the page. */
  onNext?: () => void
  /** The page has a button to share the poll. */
  isShareBelow?: boolean
}

/** The options of a poll, which members vote for, and what follows the vote. */
export function PollOptions({
  poll,
  votedOptionId: chosenId,
  now,
  questionId,
  named,
  onNext,
  isShareBelow = false,
}: PollOptionsProps) {
  const vote = useCastVote()
  const undo = useUndoVote()
  const answer = useAnswerState(poll.id)
  const waiting = answer?.state === 'waiting' ? answer.option : undefined
  const rows = useRef(new Map<number, HTMLLIElement | null>())
  const open = !hasEnded(poll, now)
  const leading = leadingOptions(poll.options)
  const { shown, rotation } = useShownOrder(poll)

  const focusRow = (optionId: number) => rows.current.get(optionId)?.focus({ preventScroll: true })
  function castVote(optionId: number) {
    undo.reset()
    // The vote removes the focused button, so move keyboard focus to its row.
    const onSuccess = () => focusRow(optionId)
    vote.mutate({ pollId: poll.id, optionId, rotation }, { onSuccess })
  }
  function undoVote(optionId: number) {
    const onSuccess = () => {
      focusRow(optionId)
      vote.reset()
    }
    const onError = (failure: ApiFailure) =>
      toast({ title: undoErrorTitle(failure), description: failure.message, variant: 'error' })
    undo.mutate(poll.id, { onSuccess, onError })
  }

  return (
    <>
      <ul aria-labelledby={questionId} className="flex flex-col gap-2">
        {shown.map((option) => (
          <PollOptionRow
            key={option.id}
            ref={(row) => void rows.current.set(option.id, row)}
            option={option}
            writing={poll}
            totalVotes={poll.total_votes}
            leading={leading.has(option.id)}
            isHidden={poll.results_hidden}
            chosen={option.id === chosenId ? 'counted' : option.text === waiting ? 'pending' : undefined}
            voting={
              open && chosenId === undefined && option.text !== waiting
                ? {
                    sending: vote.isPending && (vote.variables.optionId === option.id ? 'this' : 'other'),
                    isNamed: option.id === named,
                    questionId,
                    onVote: () => castVote(option.id),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <PollNotes poll={poll} canAnswer={open && chosenId === undefined} />
      <output className="sr-only">
        {undo.isSuccess
          ? 'Your vote was taken back.'
          : vote.isSuccess && chosenId !== undefined && 'Your vote has been counted.'}
      </output>
      <VoteErrorDialog
        failure={vote.error}
        isCounted={chosenId !== undefined}
        onClose={vote.reset}
        focusAfter={() => rows.current.get(chosenId ?? 0) ?? null}
      />
      {waiting !== undefined && (
        <WaitingAnswer fallback={<div className="min-h-25" />} pollId={poll.id} option={waiting} />
      )}
      {chosenId !== undefined && (
        <AfterVote
          fallback={<div className="min-h-25" />}
          poll={poll}
          closed={!open}
          undoing={undo.isPending}
          onUndo={() => undoVote(chosenId)}
          onUndoEnd={() => focusRow(chosenId)}
          onNext={onNext}
          isShareBelow={isShareBelow}
        />
      )}
      {poll.roll_call && (!open || chosenId !== undefined) && (
        <Comparison fallback={<ComparisonSkeleton />} poll={poll} />
      )}
    </>
  )
}
