import { classes } from '#lib/classes.ts'

/** A placeholder shown while content loads. `className` gives it the shape of that content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-control bg-sunken dark:bg-line', className)} />
}
