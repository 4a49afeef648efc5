import type { Poll } from '@wtpu/contract/polls'
import { CircleCheckBig } from 'lucide-react'
import { classes } from '#lib/classes.ts'
import { compactCount, exactPercentage, fullCount, percentage } from '#lib/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { leadingOptions, formatVoteCount } from '#features/polls/rules.ts'
import { OptionMarker } from './option-marker.tsx'

/** Each option with its share as a bar and as text. With `letters` it also serves as the legend of chart and map. */
export function ResultBars({
  poll,
  myVote,
  letters = false,
}: {
  poll: Poll
  /** The option the viewer voted for. */
  myVote?: number | undefined
  letters?: boolean
}) {
  const leading = leadingOptions(poll.options)
  return (
    <ul className="flex flex-col gap-3">
      {poll.options.map((option, position) => (
        <li key={option.id} className={classes('text-[0.9375rem]', leading.has(option.id) && 'font-semibold')}>
          <div className="flex items-baseline gap-2">
            {letters && <OptionMarker position={position} className="self-center" />}
            <span className="min-w-0 flex-1">{option.text}</span>
            <span aria-hidden className="tabular-nums">
              {percentage(option.vote_count, poll.total_votes)}%
            </span>
          </div>
          <ProgressBar
            value={poll.total_votes > 0 ? (100 * option.vote_count) / poll.total_votes : 0}
            tone={leading.has(option.id) ? 'brand' : 'quiet'}
            className="my-1"
          />
          <div aria-hidden className="flex justify-between gap-3 text-sm font-normal text-soft tabular-nums">
            <span>{formatVoteCount(option.vote_count, compactCount)}</span>
            {option.id === myVote && (
              <span className="flex items-center gap-1 font-semibold text-accent">
                <CircleCheckBig className="size-4" /> Your vote
              </span>
            )}
          </div>
          <span className="sr-only">
            {exactPercentage(option.vote_count, poll.total_votes)}, {formatVoteCount(option.vote_count, fullCount)}
            {leading.has(option.id) && ', leading'}
            {option.id === myVote && ', your vote'}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The legend for chart and map (letter and option), used where the bars are already visible. */
export function ChartLegend({ poll }: { poll: Poll }) {
  return (
    <ul aria-label="Key" className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {poll.options.map((option, position) => (
        <li key={option.id} className="flex min-w-0 items-start gap-2">
          <OptionMarker position={position} />
          <span className="min-w-0 wrap-anywhere">{option.text}</span>
        </li>
      ))}
    </ul>
  )
}
