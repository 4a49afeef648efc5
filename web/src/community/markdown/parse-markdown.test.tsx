import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseMarkdown } from '@wtpu/contract/forums/markdown'
import { renderNodes } from './format-markdown.tsx'

function elementOf(text: string): HTMLElement {
  const nodes = parseMarkdown(text)
  if (!nodes) throw new Error('The text is beyond the bounds.')
  return render(<div>{renderNodes(nodes)}</div>).container.firstElementChild as HTMLElement
}
const tagsOf = (element: HTMLElement) => [...element.querySelectorAll('*')].map(({ localName }) => localName)
const linksOf = (text: string) =>
  [...elementOf(text).querySelectorAll('a')].map((link) => [link.href, link.textContent])

test.each([
  ['*a* **b** _c_', ['p', 'em', 'strong', 'em']],
  ['a `b` c', ['p', 'code']],
  ['```js\nlet a\n\n  b\n```', ['pre', 'code']],
  ['one\n\ntwo\nthree', ['p', 'p', 'br']],
  ['> a\n> > b\n\nc', ['blockquote', 'p', 'blockquote', 'p', 'p']],
  ['- a\n- b\n  1. c', ['ul', 'li', 'li', 'ol', 'li']],
  ['- a\n\n- b', ['ul', 'li', 'p', 'li', 'p']],
  ['a\n\n---\nb', ['p', 'hr', 'p']],
])('formats %j', (text, tags) => {
  expect(tagsOf(elementOf(text))).toEqual(tags)
})

test('keeps the indentation of code and the first number of a list', () => {
  expect(elementOf('```\nif a:\n    b\n```').textContent).toBe('if a:\n    b')
  expect(elementOf('3. a\n4. b').querySelector('ol')?.start).toBe(3)
})

test.each([
  '<b>a</b> <script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '[a]: https://example.org',
  '&lt;b&gt; &copy; &#x6a;',
  '~~a~~ snake_case_name 2 * 3 * 4',
  'a\n===',
])('shows %j as it was written', (text) => {
  const element = elementOf(text)

  expect(element.innerText ?? element.textContent).toBe(text.replaceAll('\n', ''))
  expect(tagsOf(element).filter((tag) => tag !== 'p' && tag !== 'br' && tag !== 'a')).toEqual([])
})

test('shows a heading as a bold line and an image as a link', () => {
  const heading = elementOf('# Title\ntext')
  expect(tagsOf(heading)).toEqual(['p', 'p'])
  expect(heading.firstElementChild?.className).toContain('font-semibold')
  expect(linksOf('![a cat](https://example.org/cat.png)')).toEqual([['https://example.org/cat.png', 'a cat']])
  expect(tagsOf(elementOf('![a](https://example.org/a.png)'))).toEqual(['p', 'a'])
})

test('links addresses to a new window without endorsing them', () => {
  expect(
    linksOf('[a](https://a.example/b?c=1&d=2) <mailto:ada@example.org> https://www.congress.gov. congress.gov/x'),
  ).toEqual([
    ['https://a.example/b?c=1&d=2', 'a'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['https://www.congress.gov/', 'https://www.congress.gov'],
    ['https://congress.gov/x', 'congress.gov/x'],
  ])
  const link = elementOf('https://www.congress.gov').querySelector('a')
  expect(link?.rel).toBe('nofollow ugc noopener')
  expect(link?.target).toBe('_blank')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:a',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '//example.org',
  '/login',
  '#top',
  'https:example.org',
  'http://[',
  'x:y',
])('does not link to %s', (url) => {
  for (const text of [`[a](${url})`, `[a](<${url}>)`, `<${url}>`, `![a](${url})`, `[a](${url} "title")`]) {
    const links = linksOf(text).filter(([href]) => !/^https?:\/\/\w/.test(href ?? ''))
    expect(links, text).toEqual([])
  }
})

test('shows an internationalized address as it was written', () => {
  expect(linksOf('https://xn--e1awd7f.com')).toEqual([['https://xn--e1awd7f.com/', 'https://xn--e1awd7f.com']])
})

const repeat = (part: string, length = 20_000) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

test.each([
  ['1,000 nested quotes', `${'>'.repeat(1_000)} a`],
  ['20,000 nested quotes', `${'>'.repeat(20_000)} a`],
  ['nested quotes on many lines', repeat(`${'> '.repeat(50)}a\n`)],
  ['nested lists', repeat('- + * ')],
  ['nested numbered lists', repeat('1. ')],
  ['nested lists and quotes', repeat('> - 1. ')],
  ['20,000 links', '[a](https://b.us) '.repeat(20_000)],
  ['a very long text', 'word '.repeat(20_000)],
])('does not format %s', (_, text) => {
  expect(parseMarkdown(text)).toBeUndefined()
})

test.each([
  ['unclosed emphasis', '*a '.repeat(10_000)],
  ['unclosed strong emphasis', repeat('**a _b ')],
  ['emphasis of mixed marks', repeat('*a_ ')],
  ['nested emphasis', `${'**x *y '.repeat(1_400)}${' z* w**'.repeat(1_400)}`],
  ['20,000 backticks', '`'.repeat(20_000)],
  ['backticks of all lengths', Array.from({ length: 190 }, (_, length) => `${'`'.repeat(length)}e`).join('')],
  ['unclosed brackets', repeat('[')],
  ['unclosed links', repeat('[a](')],
  ['unclosed images', repeat('![[]()')],
  ['unclosed HTML', repeat('<a ')],
  ['unclosed comments', repeat('<!--')],
  ['unclosed fences', repeat('```\n')],
  ['lazy lines of a quote', `${'> '.repeat(10)}a\n${repeat('a\n', 5_000)}`],
  ['backslashes', repeat('\\')],
  ['addresses without an end', repeat('http://')],
])('keeps the text of %s', (_, text) => {
  const letters = (value: string) => value.replaceAll(/[^a-z]/g, '')
  const nodes = parseMarkdown(text)
  const shown = nodes ? render(<div>{renderNodes(nodes)}</div>).container.textContent : text

  expect(letters(shown)).toBe(letters(text))
})
