// The steps of `npm run check` and `npm test`. All steps run, even after a failure, and their results are added up.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { testsReachedBy } from './changed.mjs'
import { ensureBuilt, Failure, root, run } from './ensure.mjs'
import { nuCheckerForTests } from './nu-checker.mjs'
import { formatTimes, playwrightFailures, playwrightTimes, vitestFailures, vitestTimes } from './test-report.mjs'

const cache = join(root, '.cache')
const noCounts = { passed: 0, failed: 0, skipped: 0 }

/**
 * @typedef {{ passed: number; failed: number; skipped: number }} Counts
 *
 * @typedef {Counts & { files?: import('./test-report.mjs').FileTime[]; failures?: string[] }} Result
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

/** Incremental: a second check reads only what changed. */
const typeChecks = workspaces.map((folder) => {
  const name = folder === '.' ? 'tests' : folder
  const known = join(cache, `types-${name}.json`)
  return check(`types: ${name}`, 'tsc', '-p', folder, '--incremental', '--tsBuildInfoFile', known)
})

/** The other projects need the build of the web or programs that not every machine has. */
const ofCheck = ['unit', 'server', 'web'].flatMap((name) => ['--project', name])

export const checks = [
  check('format (fix with: npx oxfmt)', 'oxfmt', '--check'),
  check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  ...typeChecks,
  check('unused code', 'knip'),
  { title: 'unit, API, architecture', run: () => vitest('unit', 'run', ...ofCheck) },
]

/**
 * The same for some files. Types are checked in all of them, because that takes seconds.
 *
 * @param {string[]} files
 * @returns {(Step | Step[])[]}
 */
export function checksOf(files) {
  const { folders, files: others } = testsReachedBy(files)
  const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file))
  const rules = ['tests/architecture.test.ts', 'tests/contract.test.ts']
  return [
    check('format (fix with: npx oxfmt)', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files),
    [
      ...(code.length > 0 ? [check('lint', 'oxlint', '--type-aware', '--deny-warnings', ...code)] : []),
      ...typeChecks,
      {
        title: 'tests of features, architecture',
        run: () => vitest('features', 'run', ...ofCheck, ...folders, ...rules),
      },
    ],
    ...(others.length > 0
      ? [
          {
            title: 'tests that import the files',
            run: () => vitest('related', 'related', '--run', ...ofCheck, ...others),
          },
        ]
      : []),
  ]
}

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

/**
 * Side by side, because both wait more than they compute.
 *
 * @type {Step[]}
 */
export const afterBuild = [
  { title: 'size budget, start and stop', run: () => vitest('built', ...projects('built', 'walk', 'paint')) },
  { title: 'end to end', run: playwright },
]

/**
 * Runs all steps, those of an inner list side by side, then prints their times, the failed ones and, as the last line, the
 * totals. Exits with 1 if anything failed.
 *
 * @param {(Step | Step[])[]} steps
 */
export async function runSteps(steps) {
  mkdirSync(cache, { recursive: true })
  const sum = { ...noCounts }
  /** @type {import('./test-report.mjs').StepTime[]} */
  const times = []
  const started = Date.now()
  /** @type {string[]} */
  const failed = []
  /** @type {string[]} */
  const failedTests = []
  for (const sideBySide of steps) {
    await Promise.all(
      [sideBySide].flat().map(async ({ title, run: runStep }) => {
        console.log(`\n── ${title}`)
        const startedAt = Date.now()
        const { files = [], failures = [], ...counts } = await runStep()
        const seconds = (Date.now() - startedAt) / 1000
        times.push({ title, seconds, files })
        sum.passed += counts.passed
        sum.failed += counts.failed
        sum.skipped += counts.skipped
        if (counts.failed > 0) failed.push(title)
        failedTests.push(...failures)
        console.log(`── ${title}: ${counts.failed > 0 ? 'FAILED' : 'passed'}, ${Math.round(seconds)} s`)
      }),
    )
  }
  console.log(`\n${formatTimes(times, (Date.now() - started) / 1000).join('\n')}`)
  if (failed.length > 0) console.log(`\nFailed: ${failed.join('; ')}\n\n${failedTests.join('\n\n')}`)
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exit(sum.failed > 0 ? 1 : 0)
}

/**
 * @param {string} name The name of the report.
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function vitest(name, ...args) {
  const report = join(cache, `vitest-${name}.json`)
  rmSync(report, { force: true })
  const code = await run('vitest', [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  return readResult(report, code, (/** @type {VitestReport} */ json) => ({
    passed: json.numPassedTests,
    // A test file that fails to load contains no failed tests, so it is counted separately.
    failed:
      json.numFailedTests +
      json.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
    files: vitestTimes(json, root),
    failures: vitestFailures(json, root),
  }))
}

/** @param {string[]} names */
const projects = (...names) => ['run', ...names.flatMap((name) => ['--project', name])]

/** @returns {Promise<Result>} */
async function playwright() {
  const report = join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const code = await run('playwright', ['test'], { env: await nuCheckerForTests() })
  return readResult(report, code, (/** @type {PlaywrightReport} */ json) => ({
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    skipped: json.stats.skipped,
    files: playwrightTimes(json),
    failures: playwrightFailures(json),
  }))
}

/**
 * Reads a JSON report. A run that exits with an error but has no failed test (no report, or an error outside of any test)
 * counts as one failure.
 *
 * @template Report
 * @param {string} report Path of the JSON report.
 * @param {number} code
 * @param {(report: Report) => Result} read
 */
function readResult(report, code, read) {
  if (!existsSync(report)) return singleResult(false)
  const result = read(JSON.parse(readFileSync(report, 'utf8')))
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}
