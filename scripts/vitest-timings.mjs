// A Vitest reporter that writes the tests' durations to the file TEST_TIMINGS_FILE. Vitest's own JSON report has neither
// timeouts nor retries.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './ensure.mjs'

// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class VitestTimings {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env.TEST_TIMINGS_FILE
    if (!file) return
    const tests = modules.flatMap((module) => [...module.children.allTests()].flatMap(timingOf))
    writeFileSync(file, JSON.stringify(tests))
  }
}

/**
 * @param {import('vitest/node').TestCase} test
 * @returns {import('./test-report.mjs').TestTiming[]} Empty for a test that did not run.
 */
function timingOf(test) {
  const diagnostic = test.diagnostic()
  if (!diagnostic) return []
  return [
    {
      file: relative(root, test.module.moduleId),
      title: test.fullName,
      durationMs: diagnostic.duration,
      timeoutMs: test.options.timeout ?? 0,
      retried: diagnostic.retryCount > 0 && test.ok(),
      // These tests start whole servers.
      endToEnd: test.project.name === 'built',
    },
  ]
}
