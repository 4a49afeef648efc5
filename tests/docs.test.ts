import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const maxColumns = 100

/** The lines of prose that are too long or have two sentences. Tables and code are as wide as they need. */
function findDense(source: string): string[] {
  const prose = source.replaceAll(/^ *```.*?^ *```$/gms, '').split('\n')
  return prose.filter((line) => {
    const words = line.replaceAll(/`[^`]*`/g, 'x')
    return !/^ *\|/.test(line) && (line.length > maxColumns || /[a-z)][.!?] [A-Z]/.test(words))
  })
}

test('docs have one sentence on a line, and at most 100 columns', () => {
  const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root, exclude: ['CHANGELOG.md'] })
  expect(files.length).toBeGreaterThan(20)
  const dense = files.flatMap((file) =>
    findDense(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
  )
  expect(dense).toEqual([])
  expect(findDense('One. Two.\n| a. B |\n```\nOne. Two.\n```\nBy `a. B` only.')).toEqual(['One. Two.'])
})

test('no comment leaves its subject to the name below it, as one does that begins with "Of"', () => {
  const files = globSync('{bench,contract,e2e,scripts,server,tests,web}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  expect(files.length).toBeGreaterThan(1_000)
  const withoutSubject = files.filter((file) =>
    /^ *(\/\*\*|\/\/|\*) Of /m.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(withoutSubject).toEqual([])
})
