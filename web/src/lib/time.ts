import { useEffect, useState } from 'react'

/** Milliseconds to add to this device's clock to get the server's time. */
let offset = 0
/** Smaller differences are network latency, not clock error. */
const toleranceMs = 2000

/** Sets the clock offset from a response's Date header. Adds 500 ms because the header has whole seconds. */
export function syncClock(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(server)) return
  const difference = server + 500 - Date.now()
  offset = Math.abs(difference) < toleranceMs ? 0 : difference
}

/** The server's time in milliseconds, by which polls close and tokens expire. */
export function now(): number {
  return Date.now() + offset
}

/** The current server time, updated every `intervalMs`, to keep relative and remaining times current. */
export function useNow(intervalMs: number): Date {
  const [time, setTime] = useState(() => new Date(now()))
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date(now())), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return time
}

/** Specification 9, relative time. `comment` is also used for the ticker, `forum` also for profiles (decision 88). */
export type AgePreset = 'comment' | 'feed' | 'forum'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** How long before `at` the `instant` was, in the wording of the preset. */
export function relativeTime(instant: string | Date, at: Date, preset: AgePreset): string {
  const then = new Date(instant)
  if (Number.isNaN(then.getTime())) return ''
  const age = at.getTime() - then.getTime()
  if (preset === 'forum') return forumAge(age) ?? shortDate.format(then)
  if (age < minute) return 'Just now'
  if (age < hour) return `${Math.floor(age / minute)}m ago`
  if (age < day) return `${Math.floor(age / hour)}h ago`
  if (preset === 'feed' && age < 7 * day) return `${Math.floor(age / day)}d ago`
  return shortDate.format(then)
}

function forumAge(age: number): string | undefined {
  if (age < hour) return 'Just now'
  if (age < day) return `${Math.floor(age / hour)}h ago`
  if (age < 2 * day) return '1 day ago'
  if (age < 7 * day) return `${Math.floor(age / day)} days ago`
  return undefined
}

/** The full date and time, for the tooltip of a `<time>` element. */
export function fullDate(instant: string | Date): string {
  const then = new Date(instant)
  return Number.isNaN(then.getTime()) ? '' : longDate.format(then)
}
