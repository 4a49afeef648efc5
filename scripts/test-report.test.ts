import { expect, test } from 'vitest'
import { formatTestReport, playwrightTimings } from './test-report.mjs'

const fast = {
  file: 'server/src/a.test.ts',
  title: 'casts a vote',
  durationMs: 100,
  timeoutMs: 20_000,
  retried: false,
  endToEnd: false,
}

test('prints nothing when every test is fast and passed the first time', () => {
  expect(formatTestReport([fast])).toEqual([])
})

test('lists slow tests with seconds and file, the slowest first', () => {
  const report = formatTestReport([fast, { ...fast, durationMs: 5_100 }, { ...fast, durationMs: 12_345 }])

  expect(report).toEqual([
    'Slow tests (2):',
    '   12.3 s  server/src/a.test.ts: casts a vote',
    '    5.1 s  server/src/a.test.ts: casts a vote',
  ])
})

test.each([
  ['a unit test up to 5 s', { durationMs: 5_000, timeoutMs: 90_000 }, false],
  ['a unit test over 5 s', { durationMs: 5_001, timeoutMs: 90_000 }, true],
  ['a quarter of a short timeout', { durationMs: 1_500, timeoutMs: 5_000 }, true],
  ['a test without a timeout', { durationMs: 4_000, timeoutMs: 0 }, false],
  ['an end-to-end test up to 20 s', { durationMs: 19_000, timeoutMs: 180_000, endToEnd: true }, false],
  ['an end-to-end test over 20 s', { durationMs: 21_000, timeoutMs: 180_000, endToEnd: true }, true],
  ['a quarter of an end-to-end timeout', { durationMs: 15_500, timeoutMs: 60_000, endToEnd: true }, true],
])('%s: %o counts as slow: %s', (_what, changes, slow) => {
  expect(formatTestReport([{ ...fast, ...changes }]).length > 0).toBe(slow)
})

test('lists at most 15 slow tests and says how many there are', () => {
  const report = formatTestReport(Array.from({ length: 20 }, () => ({ ...fast, durationMs: 6_000 })))

  expect(report[0]).toBe('Slow tests (20, the slowest 15 of them):')
  expect(report).toHaveLength(16)
})

test('lists tests that passed only after a retry', () => {
  expect(formatTestReport([fast, { ...fast, retried: true }])).toEqual([
    'Tests that failed first and passed on a retry (1):',
    '  server/src/a.test.ts: casts a vote',
  ])
})

test('reads durations, timeouts and flaky tests from a Playwright report, nested suites included', () => {
  const spec = (status: string, ...durations: number[]) => ({
    title: 'signs in',
    file: 'a.spec.ts',
    tests: [{ timeout: 60_000, status, results: durations.map((duration) => ({ duration })) }],
  })
  const report = { suites: [{ specs: [spec('expected', 900)], suites: [{ specs: [spec('flaky', 9_000, 800)] }] }] }

  expect(playwrightTimings(report as unknown as Parameters<typeof playwrightTimings>[0])).toEqual([
    { file: 'e2e/a.spec.ts', title: 'signs in', durationMs: 900, timeoutMs: 60_000, retried: false, endToEnd: true },
    { file: 'e2e/a.spec.ts', title: 'signs in', durationMs: 800, timeoutMs: 60_000, retried: true, endToEnd: true },
  ])
})
