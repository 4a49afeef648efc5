import { expect, test } from 'vitest'
import { sameToReaders, trimmed } from './text.ts'

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
])('%j trimmed is %j', (text, left) => {
  expect(trimmed(text)).toBe(left)
})

test('a long run of spaces inside is trimmed in no time to speak of', () => {
  const text = `a${' '.repeat(1_000_000)}b`

  expect(trimmed(text)).toBe(text)
})

test.each([
  ['Yes', 'yes ', true],
  ['é', 'e\u0301', true],
  ['yes', 'y\u200Bes', true],
  ['a  b', 'A b', true],
  ['a b', 'ab', false],
  ['résumé', 'resume', false],
])('%j and %j are the same to readers: %s', (one, other, same) => {
  expect(sameToReaders(one) === sameToReaders(other)).toBe(same)
})
