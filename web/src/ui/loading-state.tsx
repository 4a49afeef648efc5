import { Fragment, type ReactNode } from 'react'

/** Skeletons in place of content that is loading. Screen readers read the label. The children are repeated for each row. */
export function LoadingState({
  label,
  rows = 1,
  className,
  children,
}: {
  label: string
  rows?: number
  className?: string
  children: ReactNode
}) {
  return (
    <div aria-busy className={className}>
      <output className="sr-only">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <Fragment key={row}>{children}</Fragment>
      ))}
    </div>
  )
}
