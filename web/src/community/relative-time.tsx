import { type AgePreset, fullDate, machineTime, relativeTime, useNow } from '#lib/time.ts'

/** The feed's clock ticks every 60 s. On other pages "Just now" is updated sooner. */
const clockIntervalMs = { feed: 60_000, comment: 30_000, forum: 60_000 } as const

/** How long ago something was posted. Has a clock of its own, so that a tick renders only this text. */
export function RelativeTime({ at, preset }: { at: string; preset: AgePreset }) {
  const now = useNow(clockIntervalMs[preset])
  return (
    <time dateTime={machineTime(at)} title={fullDate(at)} className="text-sm whitespace-nowrap text-soft">
      {relativeTime(at, now, preset)}
    </time>
  )
}
