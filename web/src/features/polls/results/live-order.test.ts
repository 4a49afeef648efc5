import { expect, test } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { countMovedUp, movedFirst } from './live-order.ts'

const [a, b, c] = [makePoll({ id: 1 }), makePoll({ id: 2 }), makePoll({ id: 3 })]

test('puts polls first whose votes are others than in the last response', () => {
  const totals = new Map([a, b, c].map(({ id, total_votes }) => [id, total_votes]))
  const order = movedFirst([a, { ...b, total_votes: b.total_votes + 1 }, c], totals)
  expect(order.map(({ id }) => id)).toEqual([2, 1, 3])
})

test.each([
  ['nothing moved', [1, 2, 3], [1, 2, 3], 0],
  ['the first got more votes', [1, 2], [1, 2], 0],
  ['one overtook two', [1, 2, 3], [3, 1, 2], 1],
  ['two overtook one', [1, 2, 3], [3, 2, 1], 2],
  ['a new one is above', [1, 2], [3, 1], 1],
  ['a new one is below', [1, 2], [1, 2, 3], 0],
  ['one is no longer in the list', [1, 2], [2], 0],
])('counts the polls that moved up: %s', (_case, shown, order, count) => {
  expect(countMovedUp(shown, order)).toBe(count)
})
