import { expect, test } from 'vitest'
import { countLinks, mentionsOfMarkdown } from './markdown.ts'

test.each([
  ['Hi @ada, **@ben** and (@cleo): @dan’s', ['ada', 'ben', 'cleo', 'dan']],
  ['`@ada` and\n\n```\n@ben\n```\n\n    @cleo', []],
  ['> @ada said\n> > @ben\n\n@cleo', ['cleo']],
  ['- > @ada\n- @ben', ['ben']],
  ['[@ada](https://x.example/@ben) https://x.example/?by=@cleo', []],
  ['＠ada, @benさん and _@cleo_', ['ada', 'ben', 'cleo']],
  ['~~~\n@ada\n~~~\n<https://x.example/@ben> [bill](https://x.example "@cleo")', []],
  ['\\@ada \\*@ben @cleo', ['cleo']],
  ['snake\\_@ada x@ben', []],
  [
    Array.from({ length: 12 }, (_, index) => `@u${index}`).join(' '),
    Array.from({ length: 10 }, (_, index) => `u${index}`),
  ],
])('finds the mentions that the page shows in %j', (text, names) => {
  expect(mentionsOfMarkdown(text)).toEqual(names)
})

test.each([
  ['[a](https://x.example) https://y.example', true, 2],
  ['`https://x.example` a](b', true, 0],
  ['all of us.Net zero', true, 0],
  ['看https://example.org/。', true, 1],
  ['смотриhttps://example.org👍https://example.com/a', true, 2],
  ['join us.Info is at congress.gov를', true, 1],
  ['see a](b) and congress.gov', false, 1],
])('in %j, Markdown: %s, are %i links', (text, markdown, count) => {
  expect(countLinks(text, { markdown })).toBe(count)
})
