import { expect, test } from 'vitest'
import { characterCount, charactersOf } from './characters.ts'

test.each([
  ['', 0],
  ['plain text\nof two lines', 23],
  ['e\u0301e\u0301', 2],
  ['\u00E9', 1],
  ['👨‍👩‍👧‍👦👩🏽‍❤️‍💋‍👩🏿🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇸', 4],
  ['1️⃣ a', 3],
  ['नमस्ते', 3],
  ['한국 각', 4],
  ['看。が', 3],
  ['a\u0308b', 2],
])('%j has %i characters', (text, count) => {
  expect(characterCount(text)).toBe(count)
})

test('counts a character with many marks more than once, and long texts in little time', () => {
  expect(characterCount(`a${'\u0301'.repeat(999)}`)).toBe(100)
  expect(characterCount('e\u0301 word '.repeat(20_000))).toBe(140_000)
})

test('splits a text into characters', () => {
  expect(charactersOf('e\u0301🇺🇸a')).toEqual(['e\u0301', '🇺🇸', 'a'])
})
