import { maxScheduleDaysAhead } from '@wtpu/contract/polls/scheduled'
import { Temporal } from 'temporal-polyfill'

type InvalidSchedule = { field: 'schedule_date' | 'schedule_time' | 'user_timezone'; message: string }

interface WallTime {
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  time: string
  /** IANA, such as America/New_York. */
  zone: string
}

/**
 * Converts a local date and time in a time zone to an instant. A time skipped by the change to daylight saving
 * time moves forward; for a time that occurs twice, the earlier one is used.
 */
export function wallTimeToInstant({ date, time, zone }: WallTime): Date | InvalidSchedule {
  const day = parse(() => Temporal.PlainDate.from(date), /^\d{4}-\d{2}-\d{2}$/.test(date))
  if (!day) return { field: 'schedule_date', message: 'Please enter a date such as 2026-03-08.' }
  const clock = parse(() => Temporal.PlainTime.from(time), /^\d{2}:\d{2}(:\d{2})?$/.test(time))
  if (!clock) return { field: 'schedule_time', message: 'Please enter a time such as 14:30.' }
  // Offsets such as +05:00 are rejected because they do not account for daylight saving time.
  const zoned = parse(() => day.toZonedDateTime({ timeZone: zone, plainTime: clock }), /^[A-Za-z]/.test(zone))
  if (!zoned) return { field: 'user_timezone', message: 'The time zone is not known.' }
  return new Date(zoned.epochMilliseconds)
}

/** Rejects a scheduled time that is in the past or more than a year ahead. */
export function checkSchedule(instant: Date, now: Date): InvalidSchedule | undefined {
  if (instant <= now) return { field: 'schedule_time', message: 'The scheduled time has already passed.' }
  const latest = now.getTime() + maxScheduleDaysAhead * 24 * 60 * 60_000
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
