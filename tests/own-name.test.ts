import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What people are shown. What operators see in a terminal names the software. */
const shown = [
  'contract/src',
  'web/src',
  'web/public',
  'web/index.html',
  'server/src/site',
  'server/src/mail',
  'server/src/notifications',
  'server/src/features',
  'server/src/community',
  'server/src/writing',
  'server/src/http',
  'server/src/imports',
]

test('only one file knows the name and the tagline of the site', () => {
  const files = execFileSync('git', ['ls-files', ...shown], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const naming = files.filter(
    (file) =>
      !/\.test\.tsx?$|\.png$|\.ico$/.test(file) &&
      /WTPU|citizenship before partisanship/i.test(readFileSync(join(root, file), 'utf8').replaceAll('wtpu', '')),
  )
  expect(naming).toEqual(['contract/src/site/defaults.ts'])
})
