import { expect, test } from 'vitest'
import { mergeStable } from './stable-list.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test.each([
  ['shows the first list in server order', [], [1, 2, 3], [1, 2, 3], []],
  ['keeps the order of rows when the server reorders them', [1, 2, 3], [3, 1, 2], [1, 2, 3], []],
  ['appends the next page', [1, 2], [1, 2, 3, 4], [1, 2, 3, 4], []],
  ['holds back a new first row', [1, 2], [9, 1, 2], [1, 2], [9]],
  ['holds back a new row in the middle and appends the next page', [1, 2], [1, 9, 2, 3], [1, 2, 3], [9]],
  ['shows a row that is on two pages once', [], [1, 2, 3, 2, 4], [1, 2, 3, 4], []],
  ['removes deleted rows', [1, 2, 3], [1, 3], [1, 3], []],
  ['shows an entirely different list in server order', [1, 2], [7, 8], [7, 8], []],
])('%s', (_name, shownIds, fresh, items, waiting) => {
  expect(mergeStable(shownIds, rows(...fresh), 'wait')).toEqual({ items: rows(...items), waiting: rows(...waiting) })
})

test('appends new rows in append mode', () => {
  expect(mergeStable([1, 2], rows(9, 1, 2, 3), 'append')).toEqual({ items: rows(1, 2, 9, 3), waiting: [] })
})
