import { useEffect, useState } from 'react'

/** Added to this device's clock to get the server's; small differences are the network's, not the clock's. */
let offset = 0
const noise = 2000

/** Learns the server's clock from a reply's Date header (whole seconds, hence the half). */
export function syncClock(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(server)) return
  const difference = server + 500 - Date.now()
  offset = Math.abs(difference) < noise ? 0 : difference
}

/** The server's time, in milliseconds: what "closed" and "expired" are measured by. */
export function now(): number {
  return Date.now() + offset
}

/** The time as state: moves on every `everyMs`, so that ages and remaining times stay true. */
export function useNow(everyMs: number): Date {
  const [time, setTime] = useState(() => new Date(now()))
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date(now())), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return time
}

/** Specification 9, relative time: `comment` for politician comments and the ticker, `forum` also for profiles. */
export type AgePreset = 'comment' | 'feed' | 'forum'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** How long ago `instant` was, worded as the specification's three places want it. */
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

/** The whole date, for the hover text of a `<time>`. */
export function fullDate(instant: string | Date): string {
  const then = new Date(instant)
  return Number.isNaN(then.getTime()) ? '' : longDate.format(then)
}
