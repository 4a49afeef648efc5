import type { JSONReport } from '@playwright/test/reporter'
import { expect, test } from 'vitest'
import { formatTimes, playwrightTimes } from './test-report.mjs'

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
