import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import axe from 'axe-core'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const report = readFileSync(path.join(root, 'docs/accessibility-report.md'), 'utf8')
const manual = readFileSync(path.join(root, 'docs/accessibility-manual.md'), 'utf8')

/** The rows of WCAG: number, result, evidence and remarks. */
const criteria = [...report.matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| ([^|]+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
  ([, number = '', result = '', evidence = '', remarks = '']) => ({
    number,
    result: result.trim(),
    evidence: evidence.trim(),
    remarks: remarks.trim(),
  }),
)
const countOf = (result: string) => criteria.filter((row) => row.result === result).length

test('the report has each criterion of WCAG 2.2 A and AA once, and counts them', () => {
  expect(new Set(criteria.map(({ number }) => number)).size).toBe(55)
  expect(criteria).toHaveLength(55)
  expect(report.replaceAll(/\s+/g, ' ')).toContain(
    `Of the 55 criteria of levels A and AA: ${countOf('Supports')} supported, ${countOf('Partially supports')} partially, ` +
      `${countOf('Does not support')} not, ${countOf('Not applicable')} not applicable.`,
  )
})

test('the report supports no criterion without evidence, and says what is missing from the others', () => {
  for (const { number, result, evidence, remarks } of criteria) {
    expect(result === 'Supports' ? evidence : remarks, number).not.toBe('')
  }
})

test('the files that the report names exist', () => {
  const files = [...report.matchAll(/`([\w./-]+\.(?:ts|tsx|json))`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('the rules that the report names exist and run', () => {
  const [, tags = ''] =
    /runOnly: \[('wcag2a'[^\]]*)\]/.exec(readFileSync(path.join(root, 'e2e/screen.ts'), 'utf8')) ?? []
  const ofAxe = new Set(axe.getRules(tags.split(',').map((tag) => tag.trim().slice(1, -1))).map(({ ruleId }) => ruleId))
  const second = readFileSync(path.join(root, 'node_modules/accessibility-checker-engine/ace.js'), 'utf8')
  const named = criteria.flatMap(({ remarks }) =>
    [...remarks.matchAll(/rules? (`[^.]*`) of (axe|the second engine)/gi)].flatMap(([, rules = '', engine]) =>
      [...rules.matchAll(/`([\w-]+)`/g)].map(([, rule = '']) => ({ rule, engine })),
    ),
  )
  expect(named.length).toBeGreaterThan(8)
  const missing = named.filter(
    ({ rule, engine }) => !(engine === 'axe' ? ofAxe.has(rule) : second.includes(`"${rule}"`)),
  )
  expect(missing).toEqual([])
})

test('the manual has the twelve tasks that the report refers to', () => {
  const tasks = [...manual.matchAll(/^\| (\d+) +\| /gm)].map(([, task]) => Number(task))
  expect(tasks).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  const named = [...report.matchAll(/task (\d+) of the manual/gi)].map(([, task]) => Number(task))
  expect(named.length).toBeGreaterThan(0)
  expect(tasks).toEqual(expect.arrayContaining(named))
})
