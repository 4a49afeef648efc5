import { describe, expect, test } from 'vitest'
import { categoryName, hasEnded, leadingOptions, parsePollId, remainingTime } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const seconds = (n: number) => n * 1000
const minutes = (n: number) => seconds(n * 60)
const hours = (n: number) => minutes(n * 60)
const pollClosingIn = (left: number) => ({ is_closed: false, closes_at: new Date(now.getTime() + left).toISOString() })

describe('remaining time', () => {
  test.each([
    ['three days and four hours', hours(76) + minutes(30), '3d 4h'],
    ['a moment more than 24 hours', hours(24) + 1, '1d 0h'],
    ['exactly 24 hours', hours(24), '24h 0m'],
    ['under 24 hours', hours(5) + minutes(30) + seconds(59), '5h 30m'],
    ['exactly one hour', hours(1), '1h 0m'],
    ['under one hour', minutes(59) + seconds(59), '0h 59m'],
    ['ninety seconds', seconds(90), '0h 1m'],
    ['under one minute', seconds(59), '0h 1m'],
    ['one millisecond', 1, '0h 1m'],
    ['closing right now', 0, 'Ended'],
    ['closed in the past', -hours(1), 'Ended'],
  ])('%s', (_name, left, text) => {
    expect(remainingTime(pollClosingIn(left), now)).toBe(text)
  })

  test('is undefined for a poll that never closes', () => {
    expect(remainingTime({ is_closed: false, closes_at: null }, now)).toBeUndefined()
  })

  test('is "Ended" for a poll that the server marks as closed, even before closes_at', () => {
    const poll = { ...pollClosingIn(hours(3)), is_closed: true }

    expect(remainingTime(poll, now)).toBe('Ended')
    expect(hasEnded(poll, now)).toBe(true)
    expect(remainingTime({ is_closed: true, closes_at: null }, now)).toBe('Ended')
  })
})

test('leadingOptions returns the option with the most votes, all tied options, or none below 20 votes', () => {
  const options = (...counts: number[]) => counts.map((vote_count, id) => ({ id, text: `Option ${id}`, vote_count }))

  expect([...leadingOptions(options(3, 19, 1))]).toEqual([1])
  expect([...leadingOptions(options(14, 14, 1))]).toEqual([0, 1])
  expect([...leadingOptions(options(3, 16))]).toEqual([])
})

test('falls back to General for an unknown category or while categories are not loaded', () => {
  expect(categoryName([{ id: 2, name: 'Economy' }], 2)).toBe('Economy')
  expect(categoryName([{ id: 2, name: 'Economy' }], 3)).toBe('General')
  expect(categoryName(undefined, 2)).toBe('General')
})

test.each([
  ['7', 7],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['abc', undefined],
  [undefined, undefined],
])('parses the poll id of /polls/%s as %s', (text, id) => {
  expect(parsePollId(text)).toBe(id)
})
