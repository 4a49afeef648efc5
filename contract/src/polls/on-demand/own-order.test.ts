import { expect, test } from 'vitest'
import { haveOwnOrder } from './own-order.ts'

test.each([
  ['Yes / No', true],
  ['Yes / No / Not sure', true],
  ['Strongly agree / Agree / Disagree / Strongly disagree / No opinion', true],
  ['Too little / About right / Too much', true],
  ['Under 18 / 18 to 29 / 30 or older', true],
  ['2026 / 2028 / Never', true],
  ['Monday / Wednesday / Friday', true],
  ['January 5 / February 9', true],
  ['Every day / Sometimes / Never', true],
  ['Parks / Schools / Roads', false],
  ['Parks / Schools / Not sure', false],
  ['More parks / Schools', false],
])('of “%s” it is said that the answers have an order of their own: %s', (options, expected) => {
  expect(haveOwnOrder(options.split(' / '))).toBe(expected)
})
