import { describe, expect, test } from 'vitest'
import {
  timeAxisTicks,
  axisMaximum,
  leaderInState,
  svgLinePath,
  optionLetter,
  sampleTimeline,
  avoidLabelOverlap,
  sortStatesByName,
} from './rules.ts'

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [10, 10],
  [11, 12],
  [17, 20],
  [156, 160],
  [241, 300],
  [999, 1000],
  [1001, 1200],
  [8_000_001, 10_000_000],
])('an axis for %i votes ends at %i', (votes, top) => {
  expect(axisMaximum(votes)).toBe(top)
})

test('whatever the count, the top of the axis is even and less than twice as high', () => {
  for (let votes = 2; votes < 5000; votes++) {
    const top = axisMaximum(votes)
    expect(top % 2).toBe(0)
    expect(top).toBeGreaterThanOrEqual(votes)
    expect(top).toBeLessThan(votes * 2)
  }
})

describe('a line', () => {
  test.each([
    ['from edge to edge, zero at the bottom', [0, 5, 10], 10, 'M0 100L50 50L100 0'],
    ['with places rounded', [0, 1, 1, 2], 6, 'M0 100L33.33 83.33L66.67 83.33L100 66.67'],
    ['of one point', [3], 6, 'M0 50'],
    ['of nothing', [], 2, ''],
  ])('%s', (_name, values, top, path) => {
    expect(svgLinePath(values, top)).toBe(path)
  })
})

describe('labels at the ends of lines', () => {
  test.each([
    ['that are apart stay', [10, 60, 120], [10, 60, 120]],
    ['that are level move down, the first first', [50, 50], [50, 70]],
    ['keep the order of their lines', [60, 50, 55], [90, 50, 70]],
    ['never go below the plot', [200, 199, 195], [200, 180, 160]],
  ])('%s', (_name, centers, placed) => {
    expect(avoidLabelOverlap(centers, 20, 200)).toEqual(placed)
  })
})

const timeline = (hours: number, points: number) =>
  Array.from({ length: points }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 19, 12) + (index * hours * 3_600_000) / (points - 1)).toISOString(),
    votes: [index],
  }))

test('a table takes evenly spaced points, the first and the last among them', () => {
  expect(sampleTimeline(timeline(48, 49), 9).map(({ votes }) => votes[0])).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 48])
  expect(sampleTimeline(timeline(48, 4), 9)).toHaveLength(4)
  expect(sampleTimeline([], 9)).toEqual([])
})

test('the time axis tells days, and hours where those would be all the same', () => {
  expect(timeAxisTicks(timeline(240, 49)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Nov (19|20)$/),
    expect.stringMatching(/^Nov (24|25)$/),
    expect.stringMatching(/^Nov (29|30)$/),
  ])
  for (const { text } of timeAxisTicks(timeline(6, 49))) expect(text).toMatch(/^(Wed|Thu|Fri) \d+:\d\d\s[AP]M$/)
  expect(timeAxisTicks([])).toEqual([])
})

test('options are called A to E', () => {
  expect([0, 1, 2, 3, 4].map(optionLetter)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

describe('a state', () => {
  const state = (code: string, leading_option: number | null) => ({
    state: code,
    voters: 20,
    leading_option,
    leading_votes: 9,
  })
  const options = [{ id: 70 }, { id: 71 }]

  test.each([
    ['is led by an option', 71, 1],
    ['is a tie', null, 'tie'],
  ])('%s', (_name, leading, lead) => {
    expect(leaderInState(state('NY', leading), options)).toBe(lead)
  })

  test('is listed by its name, not by its code', () => {
    const names = sortStatesByName(['AK', 'AL', 'DC', 'PR'].map((code) => state(code, 70))).map(({ name }) => name)

    expect(names).toEqual(['Alabama', 'Alaska', 'District of Columbia', 'Puerto Rico'])
  })
})
