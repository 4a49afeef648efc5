// The steps of `npm run check` and `npm test`. All steps run, even after a failure, and their results are added up.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, environment, Failure, root, run } from './ensure.mjs'
import { nuCheckerForTests } from './nu-checker.mjs'
import { formatTestReport, playwrightTimings } from './test-report.mjs'

const cache = join(root, '.cache')
const noCounts = { passed: 0, failed: 0, skipped: 0 }

/**
 * @typedef {{ passed: number; failed: number; skipped: number }} Counts
 *
 * @typedef {import('./test-report.mjs').TestTiming} TestTiming
 *
 * @typedef {Counts & { tests?: TestTiming[] }} Result
 *
 * @typedef {{ title: string; run: () => Promise<Result> }} Step
 *
 * @typedef {import('vitest/node').JsonTestResults} VitestReport
 *
 * @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport
 */

/**
 * A step that counts as one passed or failed check.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @returns {Step}
 */
const check = (title, command, ...args) => ({ title, run: async () => singleResult((await run(command, args)) === 0) })

/** @type {(passes: boolean) => Counts} */
const singleResult = (passes) => ({ ...noCounts, [passes ? 'passed' : 'failed']: 1 })

const workspaces = ['contract', 'server', 'web', '.']

export const checks = [
  check('format (fix with: npx oxfmt)', 'oxfmt', '--check'),
  check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  ...workspaces.map((folder) => check(`types: ${folder === '.' ? 'tests' : folder}`, 'tsc', '-p', folder)),
  check('unused code', 'knip'),
  { title: 'unit, API, architecture', run: () => vitest('unit', 'server', 'web', 'tests') },
]

/** @type {Step} */
export const build = {
  title: 'web build',
  run: () =>
    ensureBuilt().then(
      () => singleResult(true),
      (error) => {
        if (!(error instanceof Failure)) throw error
        console.error(error.message)
        return singleResult(false)
      },
    ),
}

export const afterBuild = [
  { title: 'size budget, start and stop', run: () => vitest('built') },
  { title: 'end to end', run: () => playwright([]) },
]

/**
 * Runs all steps, then prints slow and retried tests, the failed steps and, as the last line, the totals. Exits with 1 if
 * anything failed.
 *
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  mkdirSync(cache, { recursive: true })
  const sum = { ...noCounts }
  const tests = []
  const failed = []
  for (const { title, run: runStep } of steps) {
    console.log(`\n── ${title}`)
    const startedAt = Date.now()
    const { tests: timings = [], ...counts } = await runStep()
    tests.push(...timings)
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    if (counts.failed > 0) failed.push(title)
    console.log(
      `── ${title}: ${counts.failed > 0 ? 'FAILED' : 'passed'}, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    )
  }
  const report = formatTestReport(tests)
  if (report.length > 0) console.log(`\n${report.join('\n')}`)
  if (failed.length > 0) console.log(`\nFailed: ${failed.join('; ')}`)
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exit(sum.failed > 0 ? 1 : 0)
}

/**
 * @param {string[]} projects
 * @returns {Promise<Result>}
 */
async function vitest(...projects) {
  const report = join(cache, `vitest-${projects[0]}.json`)
  const timings = join(cache, `vitest-${projects[0]}-timings.json`)
  for (const file of [report, timings]) rmSync(file, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/vitest-timings.mjs']
  const code = await run('vitest', ['run', ...chosen, ...reporters, `--outputFile.json=${report}`], {
    env: { ...environment, TEST_TIMINGS_FILE: timings },
  })
  const counts = readCounts(report, code, (/** @type {VitestReport} */ json) => ({
    passed: json.numPassedTests,
    // A test file that fails to load contains no failed tests, so it is counted separately.
    failed:
      json.numFailedTests +
      json.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
  }))
  return { ...counts, tests: readJson(timings) ?? [] }
}

/**
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function playwright(args) {
  const report = join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const code = await run('playwright', ['test', ...args], { env: await nuCheckerForTests() })
  const counts = readCounts(report, code, (/** @type {PlaywrightReport} */ { stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
  const json = readJson(report)
  return { ...counts, tests: json ? playwrightTimings(json) : [] }
}

/**
 * Counts the tests in a JSON report. A run that exits with an error but has no failed test (no report, or an error outside
 * of any test) counts as one failure.
 *
 * @template Report
 * @param {string} report Path of the JSON report.
 * @param {number} code
 * @param {(report: Report) => Counts} count
 */
function readCounts(report, code, count) {
  const json = readJson(report)
  if (!json) return singleResult(false)
  const counts = count(json)
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** @param {string} path */
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
