import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠x', `'＠x`],
  ['\t=1', `'\t'=1`],
  ['\r=1', `"'\r'=1"`],
  ['\ttab', `'\ttab`],
  ['  =1', `'  =1`],
  ['\ufeff=1', `'\ufeff=1`],
  ['"=1', `"'""=1"`],
  [';=1', `';'=1`],
  ['yes;=1+1', `yes;'=1+1`],
  ['yes; "＝1', `"yes; ""'＝1"`],
  ['first\n=second', `"first\n'=second"`],
  ['a - b = c, d', '"a - b = c, d"'],
  ['Yes; no', 'Yes; no'],
  ['12.5', '12.5'],
  ['', ''],
])('writes %j so that no spreadsheet calculates it', (text, written) => {
  expect(toCsv([['x', text]])).toBe(`\uFEFFx,${written}\r\n`)
})

// Quadratic time would exceed the test's timeout.
test('takes linear time for hostile texts', () => {
  for (const part of [';', '\t', ' ', '"', ';=', '\t ']) {
    expect(toCsv([[`x${part.repeat(100_000)}`]]).length).toBeGreaterThan(100_000)
  }
})
