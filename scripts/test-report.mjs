// The part of the test summary that lists slow tests and tests that passed only after a retry.

/**
 * @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport
 *
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} PlaywrightSuite
 *
 * @typedef {object} TestTiming
 * @property {string} file Relative to the repository root.
 * @property {string} title
 * @property {number} durationMs
 * @property {number} timeoutMs 0 if the test has no timeout.
 * @property {boolean} retried Whether the test failed first and passed on a retry.
 * @property {boolean} endToEnd Whether the test starts whole servers or a browser.
 */

const slowUnitMs = 5_000
const slowEndToEndMs = 20_000
const maxListed = 15

/** @param {TestTiming} test */
function isSlow({ durationMs, timeoutMs, endToEnd }) {
  const limits = [endToEnd ? slowEndToEndMs : slowUnitMs, ...(timeoutMs > 0 ? [timeoutMs / 4] : [])]
  return durationMs > Math.min(...limits)
}

/**
 * The slowest tests first, then every test that passed only after a retry. Empty if there are neither.
 *
 * @param {TestTiming[]} tests
 * @returns {string[]} Lines to print.
 */
export function formatTestReport(tests) {
  const slow = tests.filter(isSlow).toSorted((a, b) => b.durationMs - a.durationMs)
  const retried = tests.filter((test) => test.retried)
  const shown = slow.length > maxListed ? `, the slowest ${maxListed} of them` : ''
  return [
    ...section(
      `Slow tests (${slow.length}${shown})`,
      slow.slice(0, maxListed).map((test) => `${seconds(test).padStart(7)}  ${describe(test)}`),
    ),
    ...section(
      `Tests that failed first and passed on a retry (${retried.length})`,
      retried.map((test) => describe(test)),
    ),
  ]
}

/** @type {(title: string, lines: string[]) => string[]} */
const section = (title, lines) => (lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  ${line}`)] : [])

/** @param {TestTiming} test */
const seconds = ({ durationMs }) => `${(durationMs / 1000).toFixed(1)} s`

/** @param {TestTiming} test */
const describe = ({ file, title }) => `${file}: ${title}`

/**
 * @param {PlaywrightReport} report
 * @returns {TestTiming[]}
 */
export function playwrightTimings(report) {
  return report.suites.flatMap((suite) => suiteTimings(suite))
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {TestTiming[]}
 */
function suiteTimings(suite) {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ timeout, status, results }) => ({
      // Playwright's paths are relative to its test folder.
      file: `e2e/${file}`,
      title,
      durationMs: results.at(-1)?.duration ?? 0,
      timeoutMs: timeout,
      retried: status === 'flaky',
      endToEnd: true,
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(suiteTimings)]
}
