import { expect, test } from 'vitest'
import { mergeHeld } from './held-rows.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('keeps the order of shown rows and holds new ones back', () => {
  const { rows: shown, waiting } = mergeHeld([3, 2, 1], rows(5, 1, 2, 4, 3), () => false)

  expect(ids(shown)).toEqual([3, 2, 1])
  expect(ids(waiting)).toEqual([5, 4])
})

test('inserts accepted rows where the list has them', () => {
  expect(ids(mergeHeld([3, 1], rows(9, 3, 2, 1, 0), () => true).rows)).toEqual([9, 3, 2, 1, 0])
  expect(ids(mergeHeld([3, 1], rows(9, 3, 2, 1), ({ id }) => id === 2).rows)).toEqual([3, 2, 1])
  expect(ids(mergeHeld([], rows(2, 1), () => true).rows)).toEqual([2, 1])
})

test('drops rows that are gone', () => {
  expect(ids(mergeHeld([3, 2, 1], rows(3, 1), () => false).rows)).toEqual([3, 1])
})
