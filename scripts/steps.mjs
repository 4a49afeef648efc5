// Runs the steps of `npm run check` and `npm test` one after another, all of them, and counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, Failure, root, run } from './ensure.mjs'

const cache = join(root, '.cache')
const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * @typedef {{ passed: number; failed: number; skipped: number }} Counts
 *
 * @typedef {{ title: string; run: () => Promise<Counts> }} Step
 *
 * @typedef {import('vitest/node').JsonTestResults} VitestReport
 *
 * @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport
 */

/**
 * A step that passes or fails as a whole.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @returns {Step}
 */
const check = (title, command, ...args) => ({ title, run: async () => verdict((await run(command, args)) === 0) })

/** @type {(passes: boolean) => Counts} */
const verdict = (passes) => ({ ...none, [passes ? 'passed' : 'failed']: 1 })

const workspaces = ['contract', 'server', 'web', '.']

export const checks = [
  check('format (mend with: npx oxfmt)', 'oxfmt', '--check'),
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
      () => verdict(true),
      (error) => {
        if (!(error instanceof Failure)) throw error
        console.error(error.message)
        return verdict(false)
      },
    ),
}

export const afterBuild = [
  { title: 'size budget, start and stop', run: () => vitest('built') },
  { title: 'end to end', run: () => playwright([]) },
]

/**
 * Runs all steps, names those that failed, ends with the one line of the sum, and exits.
 *
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  mkdirSync(cache, { recursive: true })
  const sum = { ...none }
  const failed = []
  for (const { title, run: runStep } of steps) {
    console.log(`\n── ${title}`)
    const startedAt = Date.now()
    const counts = await runStep()
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    if (counts.failed > 0) failed.push(title)
    console.log(
      `── ${title}: ${counts.failed > 0 ? 'FAILED' : 'passed'}, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    )
  }
  if (failed.length > 0) console.log(`\nFailed: ${failed.join('; ')}`)
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exit(sum.failed > 0 ? 1 : 0)
}

/** @param {string[]} projects */
async function vitest(...projects) {
  const report = join(cache, `vitest-${projects[0]}.json`)
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const code = await run('vitest', [
    'run',
    ...chosen,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return counted(report, code, (/** @type {VitestReport} */ json) => ({
    passed: json.numPassedTests,
    // A file that does not load has no test to fail.
    failed:
      json.numFailedTests +
      json.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
  }))
}

/** @param {string[]} args */
export async function playwright(args) {
  const report = join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const code = await run('playwright', ['test', ...args])
  return counted(report, code, (/** @type {PlaywrightReport} */ { stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

/**
 * A run that ended badly without a failed test (no report, an error outside of tests) is a failure too.
 *
 * @template Report
 * @param {string} report The path of its JSON.
 * @param {number} code
 * @param {(report: Report) => Counts} count
 */
function counted(report, code, count) {
  if (!existsSync(report)) return verdict(false)
  const counts = count(JSON.parse(readFileSync(report, 'utf8')))
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
