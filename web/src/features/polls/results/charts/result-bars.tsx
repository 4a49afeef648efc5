import type { Written } from '@wtpu/contract/schemas'
import type { Poll } from '@wtpu/contract/polls/polls'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { PollOptionRow } from '#features/polls/core/poll-option-row.tsx'
import { leadingOptions } from '#features/polls/core/rules.ts'

/** Each option with its share as a bar and as text. */
export function ResultBars({
  poll: { options, total_votes: totalVotes, ...poll },
  myVote,
}: {
  poll: Pick<Poll, 'options' | 'total_votes'> & Written
  /** The option the viewer voted for. */
  myVote?: number | undefined
}) {
  const leading = leadingOptions(options)
  return (
    <ul className="flex flex-col gap-2">
      {options.map((option) => (
        <PollOptionRow
          key={option.id}
          option={option}
          writing={poll}
          totalVotes={totalVotes}
          leading={leading.has(option.id)}
          chosen={option.id === myVote ? 'counted' : undefined}
          share={totalVotes < votesForPercent ? null : shareText(option.vote_count, totalVotes)}
        />
      ))}
    </ul>
  )
}
