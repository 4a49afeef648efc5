import type { Distinction, GroupLetter } from '@wtpu/contract/common-ground'
import { PollLink } from './poll-link.tsx'

/** Answers that a group gives more often than the others. */
export function Distinctions({ list, group }: { list: readonly Distinction[]; group: GroupLetter }) {
  return (
    <ul className="divide-y divide-line">
      {list.map(({ poll, question, option, percent, others }) => (
        <li key={poll} className="py-3">
          <PollLink id={poll}>{question}</PollLink>
          <p className="mt-0.5 wrap-anywhere">
            “{option}”:{' '}
            <span className="whitespace-nowrap tabular-nums">
              {percent}% of group {group},
            </span>{' '}
            <span className="whitespace-nowrap tabular-nums">{others}% of the others</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
