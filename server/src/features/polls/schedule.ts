import { scheduleAheadDays } from '@wtpu/contract/polls'
import { Temporal } from 'temporal-polyfill'

type Refusal = { field: 'schedule_date' | 'schedule_time' | 'user_timezone'; message: string }

interface WallTime {
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  time: string
  /** IANA, such as America/New_York. */
  zone: string
}

/**
 * The instant at which a wall clock in that zone shows that date and time (decision 56): a time that a change to summer
 * time skips moves forward, of a time that comes twice the earlier one counts.
 */
export function wallTimeToInstant({ date, time, zone }: WallTime): Date | Refusal {
  const day = parse(() => Temporal.PlainDate.from(date), /^\d{4}-\d{2}-\d{2}$/.test(date))
  if (!day) return { field: 'schedule_date', message: 'Please enter a date such as 2026-03-08.' }
  const clock = parse(() => Temporal.PlainTime.from(time), /^\d{2}:\d{2}(:\d{2})?$/.test(time))
  if (!clock) return { field: 'schedule_time', message: 'Please enter a time such as 14:30.' }
  // An offset such as +05:00 is no zone: it knows of no summer time.
  const zoned = parse(() => day.toZonedDateTime({ timeZone: zone, plainTime: clock }), /^[A-Za-z]/.test(zone))
  if (!zoned) return { field: 'user_timezone', message: 'The time zone is not known.' }
  return new Date(zoned.epochMilliseconds)
}

/** A poll is scheduled for later, not for the past and not for the far future. */
export function refuseSchedule(instant: Date, now: Date): Refusal | undefined {
  if (instant <= now) return { field: 'schedule_time', message: 'The scheduled time has already passed.' }
  const latest = now.getTime() + scheduleAheadDays * 24 * 60 * 60_000
  if (instant.getTime() <= latest) return undefined
  return { field: 'schedule_date', message: 'A poll can be scheduled at most one year ahead.' }
}

function parse<T>(read: () => T, wellFormed: boolean): T | undefined {
  if (!wellFormed) return undefined
  try {
    return read()
  } catch {
    return undefined
  }
}
