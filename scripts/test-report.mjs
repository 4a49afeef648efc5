// The parts of the test summary that say what failed and where the time went.
import { stripVTControlCharacters } from 'node:util'

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
 * A line for each failed test: its file, its name and how its error begins.
 *
 * @param {VitestReport} report
 * @param {string} root
 * @returns {string[]}
 */
export const vitestFailures = ({ testResults }, root) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(root, '')
    if (status === 'failed' && assertionResults.length === 0) return [formatFailure(file, '', message)]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => formatFailure(file, fullName, failureMessages?.[0]))
  })

/**
 * @param {PlaywrightReport} report
 * @returns {string[]}
 */
export const playwrightFailures = ({ suites }) =>
  suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap(({ error }) => error?.message ?? [])
      return formatFailure(`e2e/${file}`, title, errors[0])
    })

const shownCharacters = 1_000

/**
 * @param {string} file
 * @param {string} test
 * @param {string | undefined} error
 */
const formatFailure = (file, test, error = 'without an error') =>
  `${file} › ${test}\n    ${stripVTControlCharacters(error).slice(0, shownCharacters).replaceAll('\n', '\n    ')}`

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
