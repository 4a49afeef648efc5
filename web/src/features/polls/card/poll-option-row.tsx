import type { PollOption } from '@wtpu/contract/polls'
import { Circle, CircleCheckBig } from 'lucide-react'
import type { Ref } from 'react'
import { classes } from '#lib/classes.ts'
import { compactCount, exactPercentage, fullCount, percentage } from '#lib/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { formatVoteCount } from '#features/polls/rules.ts'

interface Standing {
  option: PollOption
  totalVotes: number
  leading: boolean
  chosen: boolean
}

interface Ballot {
  /** Closed polls have no buttons; open ones keep their room after the vote, so that nothing moves. */
  open: boolean
  votable: boolean
  sending: 'this' | 'other' | false
  questionId: string
  onVote: () => void
}

/** One line of the ballot: the place for the mark on the left, the option and its result on the right. */
export function PollOptionRow({ ballot, ref, ...standing }: Standing & { ballot: Ballot; ref?: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} tabIndex={-1} className="flex items-center gap-3 sm:gap-4">
      <span className={classes('flex shrink-0 justify-center', ballot.open ? 'w-20' : 'w-6')}>
        {ballot.votable ? (
          <VoteButton ballot={ballot} text={standing.option.text} />
        ) : (
          <Mark chosen={standing.chosen} />
        )}
      </span>
      <Result {...standing} />
    </li>
  )
}

/** One click votes: radio semantics would let the arrow keys cast a vote that is final. */
function VoteButton({ ballot, text }: { ballot: Ballot; text: string }) {
  return (
    <button
      type="button"
      // Not `disabled`: that would drop the keyboard's place on the page while the vote is on its way.
      aria-disabled={ballot.sending !== false}
      aria-describedby={ballot.questionId}
      onClick={() => ballot.sending === false && ballot.onVote()}
      className={classes(buttonClass({ variant: 'secondary', size: 'small' }), 'w-20')}
    >
      {ballot.sending === 'this' ? 'Voting...' : 'Vote'} <span className="sr-only">for {text}</span>
    </button>
  )
}

function Mark({ chosen }: { chosen: boolean }) {
  return chosen ? (
    <CircleCheckBig aria-hidden className="size-6 text-accent" strokeWidth={2.5} />
  ) : (
    <Circle aria-hidden className="size-6 text-line" />
  )
}

function Result({ option, totalVotes, leading, chosen }: Standing) {
  const weight = leading ? 'font-semibold' : 'font-normal'
  return (
    <div className="min-w-0 flex-1">
      <div className={classes('flex flex-wrap items-baseline gap-x-3', weight)}>
        <span className="min-w-0 flex-1 basis-16">{option.text}</span>
        <span aria-hidden className="ml-auto tabular-nums">
          {percentage(option.vote_count, totalVotes)}%
        </span>
      </div>
      <ProgressBar
        value={totalVotes > 0 ? (100 * option.vote_count) / totalVotes : 0}
        tone={leading ? 'brand' : 'quiet'}
        className="mt-1 mb-1 min-h-2.5"
      />
      <div aria-hidden className="flex flex-wrap justify-between gap-x-3 text-sm text-soft tabular-nums">
        <span>{formatVoteCount(option.vote_count, compactCount)}</span>
        {chosen && <span className="font-semibold text-accent">Your vote</span>}
      </div>
      <span className="sr-only">
        {exactPercentage(option.vote_count, totalVotes)}, {formatVoteCount(option.vote_count, fullCount)}
        {leading && ', leading'}
        {chosen && ', your vote'}
      </span>
    </div>
  )
}
