import { classes } from '#lib/classes.ts'
import { shortDates } from '#lib/stored-switch.ts'
import { machineTime, useNow } from '#lib/time.ts'
import { type AgePreset, fullDate, relativeTime } from '#lib/dates.ts'

/**
 * A time in few words, with the full date on hover. The full date takes its place once the viewer has switched short dates
 * off, because keyboards and fingers do not hover.
 */
export function ShortDate({
  at,
  children,
  what,
  className,
}: {
  at: string
  children: string
  /** Introduces the full date, for example "Closes". */
  what?: string
  className?: string
}) {
  const isShort = shortDates.use()
  const full = fullDate(at)
  return (
    <time dateTime={machineTime(at)} title={full} className={classes(className, isShort && 'inline-block')}>
      {isShort ? children : what ? `${what}: ${full}` : full}
    </time>
  )
}

/** The feed's clock ticks every 60 s. On other pages "Just now" is updated sooner. */
const clockIntervalMs = { feed: 60_000, comment: 30_000, forum: 60_000 } as const

/** How long ago something was posted. Has a clock of its own, so that a tick renders only this text. */
export function RelativeTime({ at, preset }: { at: string; preset: AgePreset }) {
  const now = useNow(clockIntervalMs[preset])
  return (
    <ShortDate at={at} className="text-sm text-soft">
      {relativeTime(at, now, preset)}
    </ShortDate>
  )
}
