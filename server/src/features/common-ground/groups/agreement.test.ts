import { expect, test } from 'vitest'
import { seededRandom } from '#demo/random.ts'
import { isPublished, judge, roundCounts } from './agreement.ts'

const runs = 500

/** The share of runs in which a poll is common ground, if each group's members choose the first option with this chance. */
function shareOfBadges(chances: readonly number[], members: number): number {
  const random = seededRandom(7)
  const answerOf = (chance: number) => {
    const first = Array.from({ length: members }).filter(() => random.next() < chance).length
    return roundCounts({ asked: members, chosen: [first, members - first] })
  }
  const badges = Array.from({ length: runs }).filter(
    () => judge(chances.map(answerOf), chances.length).verdict === 'agree',
  )
  return badges.length / runs
}

test.each([30, 100, 200])('groups of %i truly at 80, 80 and 50 percent are rarely common ground', (members) => {
  expect(shareOfBadges([0.8, 0.8, 0.5], members)).toBeLessThanOrEqual(0.05)
})

test('groups of 100 truly at 85 percent are nearly always common ground', () => {
  expect(shareOfBadges([0.85, 0.85, 0.85], 100)).toBeGreaterThanOrEqual(0.95)
})

test.each([
  [30, 23],
  [50, 36],
  [100, 69],
  [200, 132],
])('of %i members, %i must have chosen the option', (asked, needed) => {
  const verdictOf = (chosen: number) => {
    const answer = { asked, chosen: [chosen, asked - chosen] }
    return judge([answer, answer], 2).verdict
  }
  expect([verdictOf(needed - 1), verdictOf(needed)]).toEqual([null, 'agree'])
})

test.each([
  ['29 members who voted', 29, undefined, false],
  ['30', 30, undefined, true],
  ['21, after 30', 21, 30, true],
  ['20, after 30', 20, 30, false],
])('decides by members who voted whether the answer of a group is published: %s', (_who, asked, before, published) => {
  const answerOf = (members: number) => ({ asked: members, chosen: [members] })
  expect(isPublished(answerOf(asked), before === undefined ? undefined : answerOf(before))).toBe(published)
})
