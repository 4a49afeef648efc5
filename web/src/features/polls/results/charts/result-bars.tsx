import type { Poll } from '@wtpu/contract/polls/polls'
import { shareText } from '@wtpu/contract/polls/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { CircleCheckBig } from 'lucide-react'
import { partCount } from '#lib/format.ts'
import { OptionResult } from '#features/polls/option-result.tsx'
import { leadingOptions, formatVoteCount } from '#features/polls/rules.ts'
import { OptionMarker } from './chart-parts.tsx'

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
        <li key={option.id} className="text-[0.9375rem]">
          <OptionResult
            option={option}
            totalVotes={poll.total_votes}
            leading={leading.has(option.id)}
            chosen={option.id === myVote}
            marker={letters && <OptionMarker position={position} className="self-center" />}
            thin
            share={poll.total_votes < votesForPercent ? undefined : shareText(option.vote_count, poll.total_votes)}
          >
            <span>{formatVoteCount(option.vote_count, partCount)}</span>
            {option.id === myVote && (
              <span className="flex items-center gap-1 font-semibold text-accent">
                <CircleCheckBig className="size-4" /> Your vote
              </span>
            )}
          </OptionResult>
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
