import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locks, locksByKey } from './locks.ts'

test.each([locks, locksByKey])('no two locks have the same number', (numbers) => {
  expect(new Set(Object.values(numbers)).size).toBe(Object.keys(numbers).length)
})

test('every advisory lock has a name', () => {
  const source = globSync('server/src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
  const calls = source.flatMap(
    (file) => readFileSync(file, 'utf8').match(/advisory_(?:xact_)?lock(?:_shared)?\(.*?\)/g) ?? [],
  )
  const unnamed = calls.filter((call) => !/locks(?:ByKey)?\.\w+|hashtextextended|\(\$1\)/.test(call))

  expect(calls.length).toBeGreaterThan(5)
  expect(unnamed).toEqual([])
})
