import type { ReactNode } from 'react'
import { cardClass } from '#ui/card.tsx'

/** The rows of one kind. `data-result` marks the links that lead to a result. */
export function ResultList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} data-result className={cardClass('divide-y divide-line')}>
      {children}
    </ul>
  )
}
