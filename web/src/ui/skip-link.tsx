import { classes } from '#lib/classes.ts'

/** A link that is seen while it has the focus, and leads past what follows it. */
export function SkipLink({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <a
      href={to}
      className={classes(
        'sr-only z-50 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2',
        className,
      )}
    >
      {children}
    </a>
  )
}
