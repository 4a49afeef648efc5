import { attributesOf, type Written } from '@wtpu/contract/schemas'
import type { ReactNode } from 'react'

/** A text that somebody wrote, without links. `writing` is what it is of. */
export function WrittenText({
  writing,
  className,
  children,
}: {
  writing: Written
  className: string
  children: ReactNode
}) {
  return (
    <p dir="auto" {...attributesOf(writing)} className={className}>
      {children}
    </p>
  )
}
