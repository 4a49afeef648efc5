import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

/** Content that opens below its title. */
export function Disclosure({
  title,
  className,
  children,
}: {
  title: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <details className={classes('group', className)}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 text-sm font-semibold text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
