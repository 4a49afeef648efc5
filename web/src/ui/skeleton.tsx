import { classes } from '#lib/classes.ts'

/** A grey place-holder with the shape of what it stands for; the shape comes by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-control bg-sunken dark:bg-line', className)} />
}
