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
