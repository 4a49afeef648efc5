import { expect, test } from 'vitest'
import { longDate, machineTime, monthName, shortDate } from './time.ts'

/** Newer versions of `Intl` write a narrow no-break space before AM and PM. */
const plainSpaces = (text: string) => text.replaceAll('\u202F', ' ')
const hoursOfAYear = Array.from({ length: 400 }, (_, index) => new Date(2026, 0, 1, index * 23, index % 60))

test.each<[string, (date: Date) => string, Intl.DateTimeFormatOptions]>([
  ['monthName', monthName, { month: 'long' }],
  ['shortDate', shortDate, { dateStyle: 'medium' }],
  ['longDate', longDate, { dateStyle: 'full', timeStyle: 'short' }],
])('%s writes dates as Intl does', (_name, format, options) => {
  const intl = new Intl.DateTimeFormat('en-US', options)

  expect(hoursOfAYear.map(format)).toEqual(hoursOfAYear.map((date) => plainSpaces(intl.format(date))))
})

test('machineTime keeps milliseconds only', () => {
  expect(machineTime('2026-11-22T14:45:14.520675+00:00')).toBe('2026-11-22T14:45:14.520+00:00')
  expect(machineTime('2026-11-22T14:45:14.5Z')).toBe('2026-11-22T14:45:14.5Z')
})
