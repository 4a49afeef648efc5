import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { accountLimits, limits } from './rate-limit.ts'

const operations = readFileSync(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')

function windowText(minutes: number): string {
  if (minutes === 1) return 'a minute'
  return minutes === 24 * 60 ? 'in 24 hours' : `in ${minutes} minutes`
}

test('docs/operations.md lists every limit, and no other number', () => {
  const rows = [...operations.matchAll(/^\| (.+?) +\| (.+?) +\| (\d+ (?:a minute|in \d+ (?:minutes|hours))) +\|$/gm)]

  expect(rows.map(([, what, per, limit]) => `${what} | ${per} | ${limit}`)).toEqual(
    [...Object.values(limits), ...Object.values(accountLimits)].map(
      ({ what, per, max, window }) => `${what} | ${per} | ${max} ${windowText(window / 60_000)}`,
    ),
  )
})
