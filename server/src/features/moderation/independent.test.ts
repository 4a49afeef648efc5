import { expect, test } from 'vitest'
import { countIndependent } from './independent.ts'

const parse = (reports: string) =>
  reports.split(' ').map((pair) => ({ network: pair.charAt(0), voter_id: Number(pair.slice(1)) }))

test.each([
  ['a1 b2 c3', 3],
  ['a1 a2 a3', 1],
  ['a1 b1 c1', 1],
  // Three networks and three mailboxes, but two reports always share one.
  ['a1 b1 c1 a2 a3', 2],
  // The first report takes a mailbox that the second one needs.
  ['a1 a2 b1 c3', 3],
  ['a1 a2 b1 b3 c1', 3],
  ['a1 b1 c2 d2', 2],
])('of the reports %s, %i are independent', (reports, count) => {
  expect(countIndependent(parse(reports))).toBe(count)
  expect(countIndependent(parse(reports).toReversed())).toBe(count)
})
