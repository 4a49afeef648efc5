import { expect, test } from 'vitest'
import { formatWallTime, localIsoDate } from './schedule-time.ts'

test.each([
  ['America/New_York', 'Sat, Nov 28, 2026, 9:00 AM EST (America/New_York)'],
  ['UTC', 'Sat, Nov 28, 2026, 2:00 PM UTC'],
])('names the time zone %s once', (zone, text) => {
  expect(formatWallTime('2026-11-28T14:00:00Z', zone)).toBe(text)
})

test('the earliest day of a schedule is today on this device', () => {
  expect(localIsoDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})
