import { describe, expect, test } from 'vitest'
import {
  timeAxisTicks,
  axisMaximum,
  leaderInState,
  svgLinePath,
  sampleTimeline,
  shareTimeline,
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
])('rounds the axis maximum for %i votes up to %i', (votes, maximum) => {
  expect(axisMaximum(votes)).toBe(maximum)
})

test('keeps the axis maximum even, at least the count, and less than twice the count', () => {
  for (let votes = 2; votes < 5000; votes++) {
    const maximum = axisMaximum(votes)
    expect(maximum % 2).toBe(0)
    expect(maximum).toBeGreaterThanOrEqual(votes)
    expect(maximum).toBeLessThan(votes * 2)
  }
})

describe('svgLinePath', () => {
  test.each([
    ['spans the full width with zero at the bottom', [0, 5, 10], 10, 'M0 100L50 50L100 0'],
    ['rounds coordinates to two decimals', [0, 1, 1, 2], 6, 'M0 100L33.33 83.33L66.67 83.33L100 66.67'],
    ['draws a single point', [3], 6, 'M0 50'],
    ['is empty without values', [], 2, ''],
  ])('%s', (_name, values, maximum, path) => {
    expect(svgLinePath(values, maximum)).toBe(path)
  })
})

describe('avoidLabelOverlap', () => {
  test.each([
    ['keeps labels that do not overlap in place', [10, 60, 120], [10, 60, 120]],
    ['moves the second of two labels at the same height down', [50, 50], [50, 70]],
    ['keeps labels in the order of their lines', [60, 50, 55], [90, 50, 70]],
    ['never places a label below the plot', [200, 199, 195], [200, 180, 160]],
  ])('%s', (_name, centers, placed) => {
    expect(avoidLabelOverlap(centers, 20, 200)).toEqual(placed)
  })
})

const timeline = (hours: number, points: number) =>
  Array.from({ length: points }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 19, 12) + (index * hours * 3_600_000) / (points - 1)).toISOString(),
    votes: [index],
  }))

test('samples evenly spaced points, including the first and the last', () => {
  expect(sampleTimeline(timeline(48, 49), 9).map(({ votes }) => votes[0])).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 48])
  expect(sampleTimeline(timeline(48, 4), 9)).toHaveLength(4)
  expect(sampleTimeline([], 9)).toEqual([])
})

test('shares begin with the first step that has enough votes for percentages', () => {
  const steps = [
    [0, 0],
    [12, 7],
    [12, 8],
    [30, 10],
  ].map((votes, day) => ({ at: new Date(Date.UTC(2026, 10, 19 + day)).toISOString(), votes }))
  expect(shareTimeline(steps)).toEqual([
    { ...steps[2], shares: [60, 40] },
    { ...steps[3], shares: [75, 25] },
  ])
})

test('labels the time axis with days, or with hours when the poll spans less than two days', () => {
  expect(timeAxisTicks(timeline(240, 49)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Nov (19|20)$/),
    expect.stringMatching(/^Nov (24|25)$/),
    expect.stringMatching(/^Nov (29|30)$/),
  ])
  for (const { text } of timeAxisTicks(timeline(6, 49))) expect(text).toMatch(/^(Wed|Thu|Fri) \d+:\d\d\s[AP]M$/)
  expect(timeAxisTicks([])).toEqual([])
})

describe('state results', () => {
  const state = (code: string, leading_option: number | null) => ({
    state: code,
    voters: 20,
    leading_option,
    leading_votes: 9,
    is_colored: false,
  })
  const options = [{ id: 70 }, { id: 71 }]

  test.each([
    ['returns the position of the leading option', 71, 1],
    ['returns "tie" without a leading option', null, 'tie'],
  ])('%s', (_name, leadingOption, leader) => {
    expect(leaderInState(state('NY', leadingOption), options)).toBe(leader)
  })

  test('are sorted by state name, not by code', () => {
    const names = sortStatesByName(['AK', 'AL', 'DC', 'PR'].map((code) => state(code, 70))).map(({ name }) => name)

    expect(names).toEqual(['Alabama', 'Alaska', 'District of Columbia', 'Puerto Rico'])
  })
})
