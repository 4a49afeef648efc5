import type { Poll } from '@wtpu/contract/polls/polls'
import type { ComponentProps } from 'react'
import { PollOptionRow } from './poll-option-row.tsx'
import { leadingOptions } from './rules.ts'
import { useShownOrder } from './shown-order.ts'

interface PollOptionRowsProps {
  poll: Poll
  /** The element with the question. */
  questionId: string
  rowOf: (option: Poll['options'][number]) => Pick<ComponentProps<typeof PollOptionRow>, 'chosen' | 'voting'>
}

/** All options of a poll with their results, in the order that the viewer sees. */
export function PollOptionRows({ poll, questionId, rowOf }: PollOptionRowsProps) {
  const leading = leadingOptions(poll.options)
  const { shown } = useShownOrder(poll)
  return (
    <ul aria-labelledby={questionId} className="flex flex-col gap-1.5 sm:gap-2">
      {shown.map((option) => (
        <PollOptionRow
          key={option.id}
          option={option}
          writing={poll}
          totalVotes={poll.total_votes}
          leading={leading.has(option.id)}
          isHidden={poll.results_hidden}
          {...rowOf(option)}
        />
      ))}
    </ul>
  )
}
