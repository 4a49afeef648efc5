import { expect, test } from 'vitest'
import { publishReliability } from './publish-line.ts'

test.each([
  ['is rounded down', 0.8999, null, 0.8],
  ['reaches the gate with 0.7', 0.7, null, 0.7],
  ['does not seem to reach it', 0.6999, null, 0.6],
  ['stays a little above its step', 0.91, 0.8, 0.8],
  ['stays a little below its step', 0.79, 0.8, 0.8],
  ['changes if clearly above its step', 0.93, 0.8, 0.9],
  ['changes if clearly below its step', 0.77, 0.8, 0.7],
  ['changes at once where the line ends', 0.69, 0.7, 0.6],
  ['is not published if it was not measured', null, 0.8, null],
])('the published reliability %s', (_rule, now, last, published) => {
  // The database stores a single precision.
  expect(publishReliability(now, last && Math.fround(last))?.toFixed(1)).toBe(published?.toFixed(1))
})
