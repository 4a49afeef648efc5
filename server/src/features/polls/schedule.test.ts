import { expect, test } from 'vitest'
import { checkSchedule, wallTimeToInstant } from './schedule.ts'

const newYork = 'America/New_York'
const phoenix = 'America/Phoenix'
const honolulu = 'Pacific/Honolulu'

test.each([
  // A winter day and a summer day.
  ['2026-01-15', '09:30', newYork, '2026-01-15T14:30:00.000Z'],
  ['2026-07-15', '09:30', newYork, '2026-07-15T13:30:00.000Z'],
  // 2026-03-08: clocks go from 02:00 to 03:00. A skipped time moves forward by one hour.
  ['2026-03-08', '01:59', newYork, '2026-03-08T06:59:00.000Z'],
  ['2026-03-08', '02:00', newYork, '2026-03-08T07:00:00.000Z'],
  ['2026-03-08', '02:30', newYork, '2026-03-08T07:30:00.000Z'],
  ['2026-03-08', '03:00', newYork, '2026-03-08T07:00:00.000Z'],
  ['2026-03-08', '23:59', newYork, '2026-03-09T03:59:00.000Z'],
  // 2026-11-01: clocks go back from 02:00 to 01:00. The earlier of two equal times is used.
  ['2026-11-01', '00:59', newYork, '2026-11-01T04:59:00.000Z'],
  ['2026-11-01', '01:00', newYork, '2026-11-01T05:00:00.000Z'],
  ['2026-11-01', '01:30', newYork, '2026-11-01T05:30:00.000Z'],
  ['2026-11-01', '01:59', newYork, '2026-11-01T05:59:00.000Z'],
  ['2026-11-01', '02:00', newYork, '2026-11-01T07:00:00.000Z'],
  // Arizona and Hawaii have no daylight saving time.
  ['2026-03-08', '02:30', phoenix, '2026-03-08T09:30:00.000Z'],
  ['2026-11-01', '01:30', phoenix, '2026-11-01T08:30:00.000Z'],
  ['2026-07-15', '12:00', phoenix, '2026-07-15T19:00:00.000Z'],
  ['2026-03-08', '02:30', honolulu, '2026-03-08T12:30:00.000Z'],
  ['2026-11-01', '01:30', honolulu, '2026-11-01T11:30:00.000Z'],
  // The local date differs from the UTC date.
  ['2026-06-30', '23:30', honolulu, '2026-07-01T09:30:00.000Z'],
  ['2028-02-29', '12:00:30', 'UTC', '2028-02-29T12:00:30.000Z'],
])('%s %s in %s is %s', (date, time, zone, instant) => {
  expect(wallTimeToInstant({ date, time, zone })).toEqual(new Date(instant))
})

test.each([
  ['2026-02-29', '12:00', newYork, 'schedule_date'],
  ['08.03.2026', '12:00', newYork, 'schedule_date'],
  ['', '12:00', newYork, 'schedule_date'],
  ['2026-03-08', '24:00', newYork, 'schedule_time'],
  ['2026-03-08', '', newYork, 'schedule_time'],
  ['2026-03-08', '12:00', 'America/Gotham', 'user_timezone'],
  ['2026-03-08', '12:00', '+05:00', 'user_timezone'],
  ['2026-03-08', '12:00', '', 'user_timezone'],
])('%s %s in %s is rejected with an error at %s', (date, time, zone, field) => {
  expect(wallTimeToInstant({ date, time, zone })).toMatchObject({ field })
})

test('a schedule cannot be in the past or more than a year ahead', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const at = (text: string) => checkSchedule(new Date(text), now)?.field
  expect(at('2026-11-21T12:00:00Z')).toBe('schedule_time')
  expect(at('2026-11-21T12:00:01Z')).toBeUndefined()
  expect(at('2027-11-21T12:00:00Z')).toBeUndefined()
  expect(at('2027-11-21T12:00:01Z')).toBe('schedule_date')
})
