// The part of the test summary that says where the time went.

/**
 * @typedef {import('vitest/node').JsonTestResults} VitestReport
 *
 * @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport
 *
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} PlaywrightSuite
 *
 * @typedef {{ file: string; seconds: number }} FileTime
 *
 * @typedef {{ title: string; seconds: number; files: FileTime[] }} StepTime
 */

const listedFiles = 10

/**
 * The seconds of each step, with its slowest files, and of all together, of which some ran side by side.
 *
 * @param {StepTime[]} steps
 * @param {number} total
 * @returns {string[]} Lines to print.
 */
export function formatTimes(steps, total) {
  return [...steps, { title: 'all steps', seconds: total, files: [] }].flatMap(({ title, seconds, files }) => [
    `${format(seconds)}  ${title}`,
    ...files
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, listedFiles)
      .map((file) => `            ${format(file.seconds)}  ${file.file}`),
  ])
}

/** @param {number} seconds */
const format = (seconds) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`.padStart(8)

/**
 * @param {VitestReport} report
 * @param {string} root
 * @returns {FileTime[]}
 */
export const vitestTimes = ({ testResults }, root) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(root, ''),
    seconds: (endTime - startTime) / 1000,
  }))

/**
 * The files of an end-to-end run, whose tests run side by side.
 *
 * @param {PlaywrightReport} report
 * @returns {FileTime[]}
 */
export function playwrightTimes({ suites }) {
  const files = new Map(suites.map(({ file }) => [file, 0]))
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const milliseconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    files.set(file, (files.get(file) ?? 0) + milliseconds / 1000)
  }
  // Playwright's paths are relative to its test folder.
  return [...files].map(([file, seconds]) => ({ file: `e2e/${file}`, seconds }))
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSuite['specs']}
 */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
