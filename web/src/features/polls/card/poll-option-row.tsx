import type { PollOption } from '@wtpu/contract/polls'
import { Circle, CircleCheckBig } from 'lucide-react'
import type { Ref } from 'react'
import { classes } from '#lib/classes.ts'
import { compactCount, exactPercentage, fullCount, percentage } from '#lib/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { formatVoteCount } from '#features/polls/rules.ts'

interface OptionResultProps {
  option: PollOption
  totalVotes: number
  leading: boolean
  chosen: boolean
}

interface Voting {
  /** In an open poll, the space of the button is kept after the vote, so that the layout does not shift. */
  open: boolean
  canVote: boolean
  /** Whether a vote for this or another option of the poll is being sent. */
  sending: 'this' | 'other' | false
  questionId: string
  onVote: () => void
}

/** One option of a poll: the Vote button or a check mark on the left, the option and its result on the right. */
export function PollOptionRow({
  voting,
  ref,
  ...result
}: OptionResultProps & { voting: Voting; ref?: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} tabIndex={-1} className="flex items-center gap-3 sm:gap-4">
      <span className={classes('flex shrink-0 justify-center', voting.open ? 'w-20' : 'w-6')}>
        {voting.canVote ? <VoteButton voting={voting} text={result.option.text} /> : <Mark chosen={result.chosen} />}
      </span>
      <OptionResult {...result} />
    </li>
  )
}

/** A button instead of a radio, because arrow keys would select a radio and a vote is final. */
function VoteButton({ voting, text }: { voting: Voting; text: string }) {
  return (
    <button
      type="button"
      // Not `disabled`: a disabled button would lose focus while the vote is sent.
      aria-disabled={voting.sending !== false}
      aria-describedby={voting.questionId}
      onClick={() => voting.sending === false && voting.onVote()}
      className={classes(buttonClass({ variant: 'secondary', size: 'small' }), 'w-20')}
    >
      {voting.sending === 'this' ? 'Voting...' : 'Vote'} <span className="sr-only">for {text}</span>
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

function OptionResult({ option, totalVotes, leading, chosen }: OptionResultProps) {
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
