import { expect, test } from 'vitest'
import { mergeStable } from './stable-list.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test.each([
  ['the first list is shown as it comes', [], [1, 2, 3], [1, 2, 3], []],
  ['rows keep their places when the server reorders them', [1, 2, 3], [3, 1, 2], [1, 2, 3], []],
  ['a next page follows', [1, 2], [1, 2, 3, 4], [1, 2, 3, 4], []],
  ['a new first row waits', [1, 2], [9, 1, 2], [1, 2], [9]],
  ['a new row in the middle waits, a next page follows', [1, 2], [1, 9, 2, 3], [1, 2, 3], [9]],
  ['a row that is gone goes', [1, 2, 3], [1, 3], [1, 3], []],
  ['an entirely different list is shown as it comes', [1, 2], [7, 8], [7, 8], []],
])('%s', (_name, seen, fresh, items, waiting) => {
  expect(mergeStable(seen, rows(...fresh), 'wait')).toEqual({ items: rows(...items), waiting: rows(...waiting) })
})

test('a row that cannot wait is appended', () => {
  expect(mergeStable([1, 2], rows(9, 1, 2, 3), 'append')).toEqual({ items: rows(1, 2, 9, 3), waiting: [] })
})
