import type { Poll } from '@wtpu/contract/polls/polls'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { PollOptionRow } from '#features/polls/core/poll-option-row.tsx'
import { leadingOptions } from '#features/polls/core/rules.ts'

/** Each option with its share as a bar and as text. */
export function ResultBars({
  poll: { options, lang, total_votes: totalVotes },
  myVote,
}: {
  poll: Pick<Poll, 'options' | 'lang' | 'total_votes'>
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
          lang={lang}
          totalVotes={totalVotes}
          leading={leading.has(option.id)}
          chosen={option.id === myVote ? 'counted' : undefined}
          share={totalVotes < votesForPercent ? null : shareText(option.vote_count, totalVotes)}
        />
      ))}
    </ul>
  )
}
