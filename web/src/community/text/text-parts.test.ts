import { expect, test } from 'vitest'
import { findLinks } from '@wtpu/contract/links'
import { cutParts, foldLength, splitText } from './text-parts.ts'

const split = (text: string, hashtags = true) => splitText(text, { links: findLinks(text), hashtags })
const linksIn = (text: string) => split(text).flatMap(({ url }) => url ?? [])
const tagsIn = (text: string) => split(text).flatMap(({ hashtag }) => hashtag ?? [])
const fold = (text: string) => {
  const length = foldLength(text)
  return length === undefined ? undefined : text.slice(0, length)
}

test('splits a text into plain text, hashtags and links that together are the text', () => {
  const text = 'Read https://example.org/a, then #Vote!'

  const parts = split(text)

  expect(parts).toEqual([
    { start: 0, text: 'Read ' },
    { start: 5, text: 'https://example.org/a', url: 'https://example.org/a' },
    { start: 26, text: ', then ' },
    { start: 33, text: '#Vote', hashtag: 'Vote' },
    { start: 38, text: '!' },
  ])
})

test.for([
  ['http://example.org', ['http://example.org']],
  ['(see https://example.org/a_(b)).', ['https://example.org/a_(b)']],
  ['congress.gov and www.house.gov', ['https://congress.gov', 'https://www.house.gov']],
  ['https://пример.org/путь', ['https://пример.org/путь']],
  ['the vote.It passed, e.g. 3.5 to 2', []],
  ['all of us.Net zero, e.g.this v2.0.and notes.md plan.Org', []],
  ['看https://example.org/。', ['https://example.org/']],
  [
    '보기https://example.org/a ดูwww.example.org/b、ページhttps://example.org',
    ['https://example.org/a', 'https://www.example.org/b', 'https://example.org'],
  ],
  [
    '看congress.gov。congress.gov를 https://example.org에서',
    ['https://congress.gov', 'https://congress.gov', 'https://example.org'],
  ],
  ['смотриhttps://example.org 👍www.example.org/👍', ['https://example.org', 'https://www.example.org/👍']],
  ['https://example.org/a\u200B \u2067https://example.org/b\u2069', ['https://example.org/a', 'https://example.org/b']],
  [
    'https://ja.wikipedia.org/wiki/日本 https://日本example.org',
    ['https://ja.wikipedia.org/wiki/日本', 'https://日本example.org'],
  ],
  ['EXAMPLE.COM example.ORG/a', ['https://EXAMPLE.COM', 'https://example.ORG/a']],
  ['javascript:alert(1) data:text/html,x vbscript:x', []],
  ['//example.org ftp://example.org mailto:a@example.org a@example.org', []],
] as const)('finds the links of %j', ([text, links]) => {
  expect(linksIn(text)).toEqual(links)
})

test('keeps a # within a link as a part of the link', () => {
  expect(linksIn('https://example.org/?a=#Vote')).toEqual(['https://example.org/?a=#Vote'])
  expect(tagsIn('https://example.org/?a=#Vote')).toEqual([])
  expect(tagsIn('#one text#two &#39; #3 #Ünï_4')).toEqual(['one', 'Ünï_4'])
})

test('shows a mention as it was written', () => {
  expect(split('看＠ada').at(-1)).toEqual({ start: 1, text: '＠ada', mention: 'ada' })
})

test('finds no hashtags unless asked to', () => {
  expect(split('a #tag', false)).toEqual([{ start: 0, text: 'a #tag' }])
})

test('folds a long text before a word and a text of many lines before a line', () => {
  expect(fold('word '.repeat(150))).toBe('word '.repeat(96).trimEnd())
  expect(fold('line\n'.repeat(40))).toBe('line\n'.repeat(10).trimEnd())
})

test('does not fold a text if that would hide only a few words', () => {
  expect(fold('word '.repeat(110))).toBeUndefined()
  expect(fold('line\n'.repeat(14))).toBeUndefined()
})

test('cuts before a link or hashtag, and never inside an emoji', () => {
  const words = 'word '.repeat(80)
  expect(fold(`${words}https://example.org/${'a'.repeat(200)}`)).toBe(words.trimEnd())
  expect(fold(`${words}#${'a'.repeat(200)}`)).toBe(words.trimEnd())
  const family = '👨‍👩‍👧‍👦'
  expect(fold(family.repeat(100))).toBe(family.repeat(Math.floor(480 / family.length)))
})

test('keeps the whole address of a link that is longer than a folded text', () => {
  const link = `https://example.org/${'a'.repeat(600)}`
  const length = foldLength(link)!

  expect(length).toBe(480)
  expect(cutParts(split(link), length)).toEqual([{ start: 0, text: link.slice(0, 480), url: link }])
})
