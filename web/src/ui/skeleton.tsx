import { classes } from '#lib/classes.ts'

/** A placeholder shown while content loads. `className` gives it the shape of that content. */
export function Skeleton({ className }: { className?: string }) {
  // A span is valid within headings and paragraphs too.
  return (
    <span aria-hidden className={classes('block animate-pulse rounded-control bg-track forced-border', className)} />
  )
}
