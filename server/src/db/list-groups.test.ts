import { expect, test } from 'vitest'
import { publishGroups } from './list-groups.ts'

const group = (name: string, ...votes: number[]) => ({ name, votes })

test.each([
  { of: 'groups that are large and mixed', groups: [group('A', 20, 10), group('B', 8, 12)], shown: ['A', 'B'] },
  {
    of: 'a group of nine beside two others',
    groups: [group('A', 20, 10), group('B', 8, 12), group('C', 4, 5)],
    shown: ['A', null],
  },
  { of: 'one small group, which the total would give away', groups: [group('A', 20, 10), group('B', 1, 1)], shown: [] },
  {
    of: 'two small groups, which are ten together',
    groups: [group('A', 20, 10), group('B', 3, 3), group('C', 2, 3)],
    shown: ['A', null],
  },
  { of: 'small groups that chose alike', groups: [group('A', 20, 10), group('B', 0, 8), group('C', 0, 8)], shown: [] },
  {
    of: 'a large group that chose alike',
    groups: [group('A', 20, 10), group('B', 60, 4), group('C', 9, 9)],
    shown: ['A', null],
  },
  { of: 'people without a group', groups: [group('', 9, 9), group('A', 20, 10)], shown: ['A', null] },
  {
    of: 'a few people without a group',
    groups: [group('', 2, 1), group('A', 20, 10), group('B', 9, 9)],
    shown: ['A', null],
  },
  { of: 'one group that is everybody', groups: [group('A', 20, 10)], shown: [] },
  { of: 'nobody', groups: [], shown: [] },
])('of $of, neither a group nor what is left tells how single people chose', ({ groups, shown }) => {
  const published = publishGroups(groups)
  expect(published.map(({ name }) => name)).toEqual(shown)
  const totals = (of: readonly { votes: number[] }[]) =>
    [0, 1].map((option) => of.reduce((sum, { votes }) => sum + (votes[option] ?? 0), 0))
  if (published.length > 0) expect(totals(published)).toEqual(totals(groups))
  for (const { votes } of published) {
    const answers = votes.reduce((sum, count) => sum + count, 0)
    expect(answers).toBeGreaterThanOrEqual(10)
    expect(answers - Math.max(...votes)).toBeGreaterThanOrEqual(Math.max(5, answers / 10))
  }
})
