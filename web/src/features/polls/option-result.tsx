import type { PollOption } from '@wtpu/contract/polls/polls'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { ResultInWords } from './result-in-words.tsx'

/**
 * An option's text, percentage and bar, and for screen readers its result. `children`, such as the number of votes, are below
 * the bar and hidden from screen readers.
 */
export function OptionResult({
  option,
  totalVotes,
  leading,
  chosen = false,
  share,
  thin = false,
  children,
}: {
  option: PollOption
  totalVotes: number
  leading: boolean
  /** Whether the viewer voted for it. */
  chosen?: boolean
  /** In words: "62%". Undefined if there are too few votes to say it. */
  share: string | undefined
  thin?: boolean
  children?: ReactNode
}) {
  const isFew = totalVotes < votesForPercent
  return (
    <>
      <div className={classes('flex flex-wrap items-baseline gap-x-3', leading ? 'font-semibold' : 'font-normal')}>
        <span className="min-w-0 flex-1 basis-16">{option.text}</span>
        {share && (
          <span aria-hidden className={classes('ml-auto tabular-nums', isFew && 'text-sm text-soft')}>
            {share}
          </span>
        )}
      </div>
      <ProgressBar
        value={totalVotes > 0 ? (100 * option.vote_count) / totalVotes : 0}
        tone={leading ? 'brand' : 'quiet'}
        className={classes('mt-1', !thin && 'min-h-2.5')}
      />
      {children !== undefined && (
        <div aria-hidden className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-soft tabular-nums">
          {children}
        </div>
      )}
      <span className="sr-only">
        <ResultInWords option={option} share={share} leading={leading} chosen={chosen} />
      </span>
    </>
  )
}
