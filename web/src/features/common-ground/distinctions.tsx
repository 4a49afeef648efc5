import { fullCount } from '@wtpu/contract/full-count'
import type { Distinction } from '@wtpu/contract/common-ground'
import { PollLink } from './small/poll-link.tsx'

/** Answers that some people give more often than the others. `of` names these people. */
export function Distinctions({ list, of }: { list: readonly Distinction[]; of: string }) {
  return (
    <ul className="divide-y divide-line">
      {list.map(({ poll, question, option, percent, voters, others, other_voters: otherVoters }) => (
        <li key={poll} className="py-3">
          <PollLink id={poll}>{question}</PollLink>
          <p className="mt-0.5 wrap-anywhere tabular-nums">
            “{option}”:{' '}
            {`${percent}% of ${fullCount(voters)} people in ${of}, and ${others}% of ${fullCount(otherVoters)} others`}
          </p>
        </li>
      ))}
    </ul>
  )
}
