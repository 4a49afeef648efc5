import { expect, test } from 'vitest'
import { toLetter, toMarkdown, toParagraphs, toSingleLine, trimInvisible } from './schemas.ts'

test.each([
  ['', ''],
  ['  a b \n', 'a b'],
  ['\u200B\u200B', ''],
  ['\uFEFF \u3164\u2800', ''],
  ['\u200Ba\u200Db\u00AD', 'a\u200Db'],
  ['👩\u200D👧', '👩\u200D👧'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
])('trims %j to %j', (text, expected) => {
  expect(trimInvisible(text)).toBe(expected)
})

test.each([
  [' a \t\n b ', 'a b'],
  ['a\u202Eb\u2066c', 'abc'],
  ['a\u0001b\u2028c', 'a b c'],
  ['Zoë 👩\u200D👧 שלום', 'Zoë 👩\u200D👧 שלום'],
  ['\u0001\u202E', ''],
])('normalizes %j to one line: %j', (text, line) => {
  expect(toSingleLine(text)).toBe(line)
})

test.each([
  ['a\r\nb\rc\u2029d', 'a\nb\nc\nd'],
  ['a\n\nb', 'a\n\nb'],
  [`a${'\n \t'.repeat(60)}\nb`, 'a\n\nb'],
  ['a\n  b\u202E\u0001c', 'a\n  bc'],
  [' \n\n ', ''],
])('normalizes %j to paragraphs: %j', (text, expected) => {
  expect(toParagraphs(text)).toBe(expected)
})

const separators = ['\r\n', '\r', '\v', '\f', '\u001C', '\u001D', '\u001E', '\u0085', '\u2028', '\u2029']
test.each(separators)('%j separates lines, or words where there is one line', (separator) => {
  const text = `one${separator}two`
  expect([toParagraphs, toMarkdown, toLetter, toSingleLine].map((clean) => clean(text))).toEqual([
    'one\ntwo',
    'one\ntwo',
    'one\ntwo',
    'one two',
  ])
})

test('a letter keeps its empty lines, but nothing that reorders or ends it', () => {
  expect(toLetter('\u200B Dear\u202E\n\n\n\nsir\u0001\n')).toBe('Dear\n\n\n\nsir')
})

test.each([trimInvisible, toParagraphs, toMarkdown])('handles a long run of spaces in linear time: %o', (clean) => {
  const text = `a${' '.repeat(1_000_000)}b`

  expect(clean(text)).toBe(text)
})

test.each([toParagraphs, toMarkdown])('collapses many blank lines in linear time: %o', (clean) => {
  expect(clean(`a${'\n b'.repeat(300_000)}${'\n '.repeat(300_000)}`)).toBe(`a${'\n b'.repeat(300_000)}`)
})

test.each([
  ['    code\n\n\n    more', '    code\n\n\n    more'],
  ['\n \n\tcode  \n', '\tcode'],
  ['\u200B  - one\n    - two\u200B', '  - one\n    - two'],
  [`a${'\n'.repeat(9)}b`, 'a\n\n\nb'],
  ['> a\r\n>\u2028> b  \nc', '> a\n>\n> b  \nc'],
  [' \n\t', ''],
])('normalizes the Markdown %j to %j', (text, expected) => {
  expect(toMarkdown(text)).toBe(expected)
})
