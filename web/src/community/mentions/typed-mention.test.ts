import { expect, test } from 'vitest'
import { mentionAt } from './typed-mention.ts'

test.each([
  ['Hello @ad', { start: 6, name: 'ad' }],
  ['@', { start: 0, name: '' }],
  ['(@ben.o', { start: 1, name: 'ben.o' }],
  ['Thanks, @Zoë', { start: 8, name: 'Zoë' }],
  ['ada@example', undefined],
  ['@ada ', undefined],
  ['https://example.com/@ada', undefined],
  ['https://example.com/?by=@ada', undefined],
  ['`a` and `@ada', { start: 9, name: 'ada' }],
  ['`@ada` > @', { start: 9, name: '' }],
  ['> @ada', undefined],
  ['\\@ada', undefined],
  ['請＠ad', { start: 1, name: 'ad' }],
  [`@${'a'.repeat(31)}`, undefined],
  ['', undefined],
])('finds the mention that is typed at the end of %j', (text, expected) => {
  expect(mentionAt(text, text.length)).toEqual(expected)
})

test('looks only before the caret', () => {
  expect(mentionAt('@ada and @ben', 3)).toEqual({ start: 0, name: 'ad' })
})
