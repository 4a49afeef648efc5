import type { JSONReport } from '@playwright/test/reporter'
import { expect, test } from 'vitest'
import type { JsonTestResults } from 'vitest/node'
import { formatTimes, playwrightFailures, playwrightTimes, vitestFailures } from './test-report.mjs'

test('prints the seconds of each step with its ten slowest files, and of all', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }))

  const lines = formatTimes(
    [
      { title: 'lint', seconds: 17.2, files: [] },
      { title: 'unit', seconds: 60, files },
    ],
    70,
  )

  expect(lines.slice(0, 3)).toEqual(['    17 s  lint', '    60 s  unit', '                11 s  11.test.ts'])
  expect(lines).toHaveLength(13)
  expect(lines.at(-2)).toBe('               2.0 s  2.test.ts')
  expect(lines.at(-1)).toBe('    70 s  all steps')
})

test('adds up the tests of an end-to-end file, also those in a group', () => {
  const spec = (duration: number) => ({ file: 'a.spec.ts', tests: [{ results: [{ duration }] }] })
  const suites = [{ file: 'a.spec.ts', specs: [spec(1_000)], suites: [{ file: 'a.spec.ts', specs: [spec(500)] }] }]

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are read
  expect(playwrightTimes({ suites } as unknown as JSONReport)).toEqual([{ file: 'e2e/a.spec.ts', seconds: 1.5 }])
})

test('names each failed test, and a file that does not load, with how its error begins', () => {
  const results = [
    {
      name: '/site/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        {
          status: 'failed',
          fullName: 'sums',
          failureMessages: ['Error: \u001B[31mTest timed out\u001B[39m\n  at line 1'],
        },
      ],
    },
    { name: '/site/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  const spec = (ok: boolean) => ({
    file: 'a.spec.ts',
    title: 'opens',
    ok,
    tests: [{ results: [{ error: { message: 'closed' } }] }],
  })

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are read
  expect(vitestFailures({ testResults: results } as unknown as JsonTestResults, '/site/')).toEqual([
    'a.test.ts › sums\n    Error: Test timed out\n      at line 1',
    'b.test.ts › \n    Cannot find module',
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are read
  expect(playwrightFailures({ suites: [{ specs: [spec(true), spec(false)] }] } as unknown as JSONReport)).toEqual([
    'e2e/a.spec.ts › opens\n    closed',
  ])
})
