import type { PollOption } from '@wtpu/contract/polls/polls'
import { Circle, CircleCheckBig } from 'lucide-react'
import type { Ref } from 'react'
import { classes } from '#lib/classes.ts'
import { partCount, percentage } from '#lib/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { OptionResult } from '#features/polls/option-result.tsx'
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
      <span
        className={classes(
          'flex shrink-0 justify-center',
          voting.open ? 'w-20' : 'w-6',
          voting.canVote && 'print:hidden',
        )}
      >
        {voting.canVote ? <VoteButton voting={voting} text={result.option.text} /> : <Mark chosen={result.chosen} />}
      </span>
      <div className="min-w-0 flex-1">
        <OptionResult {...result} share={`${percentage(result.option.vote_count, result.totalVotes)}%`}>
          <span>{formatVoteCount(result.option.vote_count, partCount)}</span>
          {result.chosen && <span className="font-semibold text-accent">Your vote</span>}
        </OptionResult>
      </div>
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
