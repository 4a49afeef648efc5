import { afterEach, expect, test } from 'vitest'
import { freshCopy } from '#testing/fresh-copy.ts'
import { machineTime } from './time.ts'
import { clockTime, dayName, longDate, monthName, shortDate } from './dates.ts'

/** Newer versions of `Intl` write a narrow no-break space before AM and PM. */
const plainSpaces = (text: string) => text.replaceAll('\u202F', ' ')
const hoursOfAYear = Array.from({ length: 400 }, (_, index) => new Date(2026, 0, 1, index * 23, index % 60))

afterEach(() => {
  delete document.documentElement.dataset['zone']
})

test.each<[string, (date: Date) => string, Intl.DateTimeFormatOptions]>([
  ['monthName', monthName, { month: 'long' }],
  ['shortDate', shortDate, { dateStyle: 'medium' }],
  ['longDate', longDate, { dateStyle: 'full', timeStyle: 'short' }],
])('%s writes dates as Intl does', (_name, format, options) => {
  const intl = new Intl.DateTimeFormat('en-US', options)

  expect(hoursOfAYear.map(format)).toEqual(hoursOfAYear.map((date) => plainSpaces(intl.format(date))))
})

test.each([
  ['America/New_York', 'ET', '0:-300,483751:-240,489462:-300,492487:-240,498198:-300,501391:-240'],
  ['Asia/Kolkata', 'India Time', '0:330'],
  ['Pacific/Auckland', 'New Zealand Time', '0:780,493142:720,497342:780,501878:720'],
])('on a site in %s, all devices write its dates and name the zone', async (timeZone, name, changes) => {
  document.documentElement.dataset['zone'] = `${name},${changes}`
  const onSite = await freshCopy<typeof import('./dates.ts')>('src/lib/dates.ts')
  const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone })

  const written = hoursOfAYear.map((date) => [onSite.longDate(date), onSite.shortDate(date), onSite.monthName(date)])
  const [long, short, month] = [
    intl({ dateStyle: 'full', timeStyle: 'short' }),
    intl({ dateStyle: 'medium' }),
    intl({ month: 'long' }),
  ]
  expect(written).toEqual(
    hoursOfAYear.map((date) => [`${plainSpaces(long.format(date))} ${name}`, short.format(date), month.format(date)]),
  )
})

test('a day without a time is the same in every zone, and a time of the device has no zone', () => {
  expect(dayName('2026-03-07')).toBe('Mar 7, 2026')
  expect(clockTime(new Date(2026, 2, 7, 16, 5))).toBe('4:05 PM')
})

test('machineTime keeps milliseconds only', () => {
  expect(machineTime('2026-11-22T14:45:14.520675+00:00')).toBe('2026-11-22T14:45:14.520+00:00')
  expect(machineTime('2026-11-22T14:45:14.5Z')).toBe('2026-11-22T14:45:14.5Z')
})
