import { expect, test } from 'vitest'
import { insertQuote, quoteText } from './quote.ts'

test('quotes each line', () => {
  expect(quoteText(' one\n\ntwo\n> three ')).toBe('> one\n>\n> two\n> > three\n\n')
})

test('cuts a long quote between characters', () => {
  expect(quoteText('🗳'.repeat(2_000))).toBe(`> ${'🗳'.repeat(1_000)}…\n\n`)
})

test.each([
  ['', 0, '> a\n\n|'],
  ['before', 6, 'before\n\n> a\n\n|'],
  ['before after', 7, 'before\n\n> a\n\n|after'],
  ['\n\nafter', 0, '> a\n\n|after'],
])('inserts a quote into %j at %i on lines of its own', (text, position, expected) => {
  const { text: changed, caret } = insertQuote(text, position, '> a\n\n')

  expect(`${changed.slice(0, caret)}|${changed.slice(caret)}`).toBe(expected)
})
