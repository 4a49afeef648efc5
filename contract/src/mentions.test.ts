import { expect, test } from 'vitest'
import { findMentions, maxMentions, mentionsOf } from './mentions.ts'

test.each([
  ['Hello @Ada, and @ben.okafor.2.', ['ada', 'ben.okafor.2']],
  ['(@ada) "@ben" @cleo: yes', ['ada', 'ben', 'cleo']],
  ['@ada @ADA @ada', ['ada']],
  ['mail ada@example.com, see https://example.com/@ada or a/@ada', []],
  ['@ada@example.social', []],
  ['@аda and @adaа have Cyrillic letters, @ada\u0301 a mark', []],
  ['@ @. @- @@ada', []],
  ["(@ada) “@ben” «@cleo» [@dan] @eve’s @fay's", ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay']],
  ['https://x.example/?author=@robin.steward and x.example/?by=@ben', []],
  ['看https://x.example/?by=@ada。@ben', ['ben']],
  ['ftp://x.example/?@ada and [a bill](@ada) `@ada`', []],
  ['```\n@ada\n```\n@ben', ['ben']],
  ['> @ada said so\n@ben', ['ben']],
  ['\\@ada @ben', ['ben']],
  ['v2.0.and @ada, e.g.this @ben', ['ada', 'ben']],
  ['?author=@ada пример.org/?by=@ben localhost:3000/?by=@cleo', []],
  ['~~~\n@ada\n~~~\n[a bill](/x "@ben")', []],
  ['＠ada ﹫ben', ['ada', 'ben']],
  ['請@ada 看, @benさん, @cleo님, و@dan', ['ada', 'ben', 'cleo', 'dan']],
  ['@ada\u00ADlovelace, @ben\u200B said, @cl\u2060eo', ['adalovelace', 'ben', 'cleo']],
  ['', []],
])('finds the usernames in %j', (text, names) => {
  expect(mentionsOf(text)).toEqual(names)
})

test('finds where they are, all places of at most ten names', () => {
  expect(findMentions('Hi @Ada: @ada')).toEqual([
    { username: 'Ada', index: 3, length: 4 },
    { username: 'ada', index: 9, length: 4 },
  ])
  const many = Array.from({ length: 30 }, (_, index) => `@user${index}`).join(' ')
  expect(mentionsOf(many)).toHaveLength(maxMentions)
  expect(findMentions(`${many} @user0`)).toHaveLength(maxMentions + 1)
})

test('reads long hostile texts in linear time', () => {
  expect(mentionsOf('@a.'.repeat(50_000))).toEqual(['a'])
  expect(mentionsOf(`@${'a.'.repeat(50_000)}@`)).toHaveLength(0)
  expect(mentionsOf(`${'\u0301'.repeat(200_000)}@ada`)).toEqual(['ada'])
})
