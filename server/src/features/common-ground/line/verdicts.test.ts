import { expect, test } from 'vitest'
import { judgePolls } from './verdicts.ts'

/** Thirds of this many people. `percents` are of each option, third by third. */
const thirdsOf = (asked: number, percents: string) =>
  percents.split(', ').map((shares) => ({
    asked,
    chosen: shares.split('/').map((percent) => Math.round((Number(percent) * asked) / 100)),
  }))

test.each([
  [
    'different leaders, each 20 points more at its own end',
    100,
    '70/30, 50/50, 30/70',
    { verdict: 'cross', option: 0 },
  ],
  ['a majority in each third', 200, '80/20, 75/25, 72/28', { verdict: 'agree', option: 0 }],
  ['a majority at one end alone', 100, '75/25, 60/40, 52/48', { verdict: 'one_side', option: 0, end: 0 }],
  ['the same leader, 20 points more', 150, '90/10, 75/25, 63/37', { verdict: 'unequal', option: 0, end: 0 }],
  ['the same leader of three', 200, '48/12/40, 48/26/26, 52/40/8', { verdict: 'unequal', option: 2, end: 0 }],
  ['a difference that chance could make', 30, '87/13, 75/25, 67/33', { verdict: 'too_few' }],
  ['hardly any difference, but few people', 40, '50/50, 52/48, 55/45', { verdict: 'too_few' }],
  ['hardly any difference, among many', 600, '52/48, 53/47, 55/45', { verdict: null }],
])('judges thirds by their numbers: %s', (_name, asked, percents, judgement) => {
  expect(judgePolls([{ thirds: thirdsOf(asked, percents) }])[0]).toMatchObject(judgement)
})
