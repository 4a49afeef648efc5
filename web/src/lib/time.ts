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
  useEffect(() => onTick(intervalMs, () => setTime(new Date(now()))), [intervalMs])
  return time
}

interface Clock {
  listeners: Set<() => void>
  timer: ReturnType<typeof setInterval>
}

const clocks = new Map<number, Clock>()

/** All listeners with the same interval share a timer, so that React renders what they change at once. */
function onTick(intervalMs: number, listener: () => void): () => void {
  const clock = clocks.get(intervalMs) ?? startClock(intervalMs)
  clock.listeners.add(listener)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size > 0) return
    clearInterval(clock.timer)
    clocks.delete(intervalMs)
  }
}

function startClock(intervalMs: number): Clock {
  const listeners = new Set<() => void>()
  const timer = setInterval(() => {
    for (const listener of listeners) listener()
  }, intervalMs)
  const clock = { listeners, timer }
  clocks.set(intervalMs, clock)
  return clock
}

/** `comment` is also used for the ticker, `forum` also for profiles. */
export type AgePreset = 'comment' | 'feed' | 'forum'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long before `at` the `instant` was, in the wording of the preset. */
export function relativeTime(instant: string | Date, at: Date, preset: AgePreset): string {
  const then = new Date(instant)
  if (Number.isNaN(then.getTime())) return ''
  const age = at.getTime() - then.getTime()
  if (preset === 'forum') return forumAge(age) ?? shortDate(then)
  if (age < minute) return 'Just now'
  if (age < hour) return `${Math.floor(age / minute)}m ago`
  if (age < day) return `${Math.floor(age / hour)}h ago`
  if (preset === 'feed' && age < 7 * day) return `${Math.floor(age / day)}d ago`
  return shortDate(then)
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
  return Number.isNaN(then.getTime()) ? '' : longDate(then)
}

const names =
  'January February March April May June July August September October November December Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(
    ' ',
  )
const nameOf = (short = '') => names.find((name) => name.startsWith(short)) ?? ''

/*
 * Dates in English, in the time zone of the site, so that the first content and all devices show the same. Without `Intl`: creating
 * the first date formatter blocks a phone for a tenth of a second, and the first screen of most pages has a date.
 */

/** What the server says about the zone (`site-zone.ts`). Under `vite dev`, it is that of the device. */
const [zoneName = '', ...zoneChanges] = (document.documentElement.dataset['zone'] ?? '').split(',')
const offsets = zoneChanges.map((change) => change.split(':').map(Number))
const zoneSuffix = offsets.length > 0 ? ` ${zoneName}` : ''

/** For example ["Sat", "07", "Mar", "2026", "16", "05", ...]. */
const partsOf = (date: Date) => date.toUTCString().split(/[ ,:]+/)

function onSite(date: Date): string[] {
  const [, minutes = -date.getTimezoneOffset()] = offsets.findLast(([from = 0]) => from * hour <= +date) ?? []
  return partsOf(new Date(+date + minutes * minute))
}

/** For the `datetime` attribute, which allows at most milliseconds. The server sends microseconds. */
export function machineTime(instant: string): string {
  return instant.replace(/(\.\d{3})\d+/, '$1')
}

/** For example "March". */
export const monthName = (date: Date) => nameOf(onSite(date)[2])

const writeDay = ([, number, month, year]: string[]) => `${month} ${Number(number)}, ${year}`

/** For example "Mar 7, 2026". */
export const shortDate = (date: Date) => writeDay(onSite(date))

/** The same for a day that has no time, such as "2026-03-07". */
export const dayName = (date: string) => writeDay(partsOf(new Date(date)))

/** For example "4:05 PM ET". */
export function clockTime(date: Date): string {
  const [, , , , hours, minutes] = onSite(date)
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}${zoneSuffix}`
}

/** For example "Saturday, March 7, 2026 at 4:05 PM ET". */
export function longDate(date: Date): string {
  const [weekday, number, month, year] = onSite(date)
  return `${nameOf(weekday)}, ${nameOf(month)} ${Number(number)}, ${year} at ${clockTime(date)}`
}
