import type { Poll } from '@wtpu/contract/polls/polls'
import { shareText } from '@wtpu/contract/polls/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { CircleCheckBig } from 'lucide-react'
import { partCount } from '#lib/format.ts'
import { OptionResult } from '#features/polls/option-result.tsx'
import { leadingOptions, formatVoteCount } from '#features/polls/rules.ts'

/** Each option with its share as a bar and as text. */
export function ResultBars({
  poll,
  myVote,
}: {
  poll: Poll
  /** The option the viewer voted for. */
  myVote?: number | undefined
}) {
  const leading = leadingOptions(poll.options)
  return (
    <ul className="flex flex-col gap-3">
      {poll.options.map((option) => (
        <li key={option.id} className="text-[0.9375rem]">
          <OptionResult
            option={option}
            totalVotes={poll.total_votes}
            leading={leading.has(option.id)}
            chosen={option.id === myVote}
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
