import { attributesOf, type Written } from '@wtpu/contract/schemas'
import type { PollOption } from '@wtpu/contract/polls/poll-option'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef, type Ref } from 'react'
import { classes } from '#lib/classes.ts'
import { partCount, percentage } from '#lib/format.ts'
import { ResultInWords } from './result-in-words.tsx'
import { formatVoteCount } from './rules.ts'

interface OptionRowProps {
  option: PollOption
  /** The poll. */
  writing: Written
  totalVotes: number
  leading: boolean
  /** `counted`: the viewer's vote. `pending`: the visitor's answer, which waits for an account. */
  chosen?: 'counted' | 'pending' | undefined
  /** No result is shown yet. */
  isHidden?: boolean | undefined
  /** By default the rounded percentage. Null shows only the number of votes. */
  share?: string | null
  /** Undefined if the viewer cannot vote for this option. */
  voting?: Voting | undefined
  /** Receives focus when the vote has replaced the button. */
  ref?: Ref<HTMLLIElement>
}

interface Voting {
  /** Whether a vote for this or another option of the poll is being sent. */
  sending: 'this' | 'other' | false
  /** A link names this option. It gets the focus, and the viewer still has to vote. */
  isNamed?: boolean
  questionId: string
  onVote: () => void
}

/** Mark and result keep their widths, so that nothing moves after a vote. In large text, they are below the option's text. */
const rowClass =
  'relative isolate flex min-h-13 w-full flex-wrap items-center gap-x-1.5 overflow-clip rounded-control border bg-surface px-3 py-1.5 text-left leading-tight'
const endClass = 'ml-auto flex flex-wrap items-center justify-end gap-1.5 whitespace-nowrap'
const markClass = 'flex min-h-9 min-w-13 flex-col items-center justify-center text-sm font-semibold'

/** One option of a poll. The whole row votes for it; its share is the bar behind the text. */
export function PollOptionRow({ voting, ref, chosen, ...result }: OptionRowProps) {
  const { option, totalVotes, leading, share = `${percentage(option.vote_count, totalVotes)}%` } = result
  return (
    <li ref={ref} tabIndex={-1}>
      {voting ? (
        <VoteButton {...result} voting={voting} share={share} />
      ) : (
        <div
          className={classes(
            rowClass,
            chosen ? 'border-accent outline -outline-offset-2 outline-accent' : 'border-line',
            chosen === 'pending' && 'border-dashed outline-dashed',
          )}
        >
          <Bar {...result} />
          <OptionText {...result} />
          <span className={endClass}>
            <Mark chosen={chosen} />
            <Result {...result} share={share} />
          </span>
        </div>
      )}
      <span className="sr-only">
        {result.isHidden ? (
          chosen === 'counted' && 'Your vote'
        ) : (
          <ResultInWords option={option} share={share} leading={leading} chosen={chosen === 'counted'} />
        )}
      </span>
    </li>
  )
}

type ResultProps = Pick<OptionRowProps, 'option' | 'writing' | 'totalVotes' | 'leading' | 'isHidden'>

/** A button instead of a radio, because arrow keys would select a radio and a vote counts at once. */
function VoteButton({ voting, share, ...result }: ResultProps & { voting: Voting; share: string | null }) {
  const { sending, isNamed = false, questionId, onVote } = voting
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isNamed) button.current?.focus()
  }, [isNamed])
  return (
    <button
      ref={button}
      type="button"
      data-printed
      // Not `disabled`: a disabled button would lose focus while the vote is sent.
      aria-disabled={sending !== false}
      aria-describedby={questionId}
      onClick={() => sending === false && onVote()}
      className={classes(
        rowClass,
        'group',
        sending ? (sending === 'this' ? 'border-accent' : 'border-line') : 'border-edge hover:border-accent',
        isNamed && 'outline -outline-offset-2 outline-accent',
      )}
    >
      <Bar {...result} />
      {/* Its first word is the first of the name, "Vote for Yes". */}
      <span className={classes(endClass, 'order-2')}>
        <span className={classes(markClass, 'print:hidden')}>
          <span
            className={
              sending
                ? sending === 'this'
                  ? 'text-accent'
                  : 'text-soft'
                : 'rounded-md bg-tint px-2.5 py-1.5 text-accent transition-colors duration-150 group-hover:bg-brand group-hover:text-on-brand'
            }
          >
            {sending === 'this' ? 'Voting...' : 'Vote'}
          </span>
        </span>{' '}
        <span className="sr-only">for</span>
        <Result share={share} {...result} />
      </span>{' '}
      <OptionText {...result} />
    </button>
  )
}

/** A long text is above the result where both would be narrow. */
function OptionText({ option: { text }, writing, leading }: ResultProps) {
  return (
    <span
      {...attributesOf(writing)}
      className={classes('min-w-0 flex-1', text.length > 40 ? 'basis-64' : 'basis-24', leading && 'font-semibold')}
    >
      {text}
    </span>
  )
}

function Bar({ option, totalVotes, leading }: ResultProps) {
  if (option.vote_count === 0) return null
  return (
    <span
      aria-hidden
      className={classes(
        'absolute inset-0 -z-1 origin-left border-b-3 transition-transform duration-200 ease-out',
        leading ? 'border-accent bg-bar-lead' : 'border-bar-end bg-bar',
      )}
      style={{ transform: `scaleX(${option.vote_count / totalVotes})` }}
    />
  )
}

function Mark({ chosen }: Pick<OptionRowProps, 'chosen'>) {
  return (
    <span aria-hidden={chosen !== 'pending'} className={classes(markClass, 'text-accent')}>
      {chosen === 'counted' && (
        <>
          <Check className="size-4" />
          Yours
        </>
      )}
      {chosen === 'pending' && 'Chosen'}
    </span>
  )
}

function Result({ option, totalVotes, leading, isHidden, share }: ResultProps & { share: string | null }) {
  if (isHidden) return null
  return (
    <span aria-hidden className="min-w-18 text-right tabular-nums">
      <span
        className={classes(
          'block',
          totalVotes < votesForPercent ? 'text-sm text-soft' : 'text-lg leading-tight',
          leading ? 'font-semibold' : 'font-medium',
        )}
      >
        {share}
      </span>
      <span className="block text-sm leading-tight text-soft">{formatVoteCount(option.vote_count, partCount)}</span>
    </span>
  )
}
