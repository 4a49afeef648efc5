import { expect, test } from 'vitest'
import { resultText, roundedText, sensitivityText, shareText } from './shares.ts'

test.each([
  [0, 500, '0%'],
  [1, 500, '<1%'],
  [2, 500, '<1%'],
  [3, 500, '1%'],
  [331, 331, '100%'],
  [499, 500, '>99%'],
  [1, 3, '33%'],
  [0, 0, '0%'],
])('%i of %i is %s', (part, total, text) => {
  expect(shareText(part, total)).toBe(text)
})

test('few votes are counts, not percentages', () => {
  expect([resultText(1, 19), resultText(19, 19), resultText(1, 20)]).toEqual(['1 vote', '19 votes', '5%'])
})

test.each([
  [[3286, 1889, 2546, 493], 'Another answer would lead if 371 of the 8,214 had chosen it instead.'],
  [[11, 10], 'Another answer would lead if 1 of the 21 had chosen it instead.'],
  [[12, 10], 'Another answer would lead if 2 of the 22 had chosen it instead.'],
  [[10, 10], undefined],
  [[15, 4], undefined],
])('of %j: %s', (votes, text) => {
  expect(sensitivityText(votes)).toBe(text)
})

test.each([
  [[10, 10, 10], 'Percentages are rounded.'],
  [[25, 25, 50, 100], 'Percentages are rounded.'],
  [[10, 10], undefined],
  [[1, 1, 1], undefined],
])('of %j: %s', (votes, text) => {
  expect(roundedText(votes)).toBe(text)
})
