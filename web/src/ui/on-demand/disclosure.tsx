import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

/** Content that opens below its title, with the triangle that a summary in flex layout does not have by itself. */
export function Disclosure({
  title,
  className,
  children,
  ...details
}: Omit<ComponentProps<'details'>, 'title'> & { title: ReactNode }) {
  return (
    <details className={classes('group', className)} {...details}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 text-sm font-semibold text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
