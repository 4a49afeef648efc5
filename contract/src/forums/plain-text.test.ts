import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['**Bold**, *italic*, ***both***, __strong__ and _soft_', 'Bold, italic, both, strong and soft'],
  ['**bold with *italic* inside**', 'bold with italic inside'],
  ['2 * 3 = 6 and 2*3 = 6', '2 * 3 = 6 and 2*3 = 6'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['> A quote\n> of two lines\n\nMy answer', 'A quote of two lines My answer'],
  ['> > nested', 'nested'],
  ['1. one\n2. two\n- three\n* four', 'one two three four'],
  ['1776. A good year', '1776. A good year'],
  ['It was in\n1776. And\n42) was the answer', 'It was in 1776. And 42) was the answer'],
  ['> 1776. A quote\n\n## 2. Part\n\n- 1) item', '1776. A quote 2. Part item'],
  ['1. Mai 2024', '1. Mai 2024'],
  ['Text\n\n1) One thing only', 'Text 1) One thing only'],
  ['1. one\n1. two', 'one two'],
  ['`a*b*c` and `__init__`, `\\*`', 'a*b*c and __init__, \\*'],
  ['see [the bill](https://en.wikipedia.org/wiki/Bill_(law)) now', 'see the bill now'],
  ['3. three\n4. four', '3. three 4. four'],
  ['# Title\n\ntext', 'Title text'],
  ['```js\nlet a = 1\n```\nafter', 'let a = 1 after'],
  ['use `code` here', 'use code here'],
  ['see [the bill](https://www.congress.gov/x) and ![chart](a.png)', 'see the bill and chart'],
  ['<https://www.congress.gov>', 'https://www.congress.gov'],
  ['~~gone~~', 'gone'],
  ['1 \\* 2', '1 * 2'],
  ['The price is 5 - 3', 'The price is 5 - 3'],
  ['cut off in **the mid', 'cut off in the mid'],
  ['cut off in [a link](https://www.congr', 'cut off in a link'],
  ['   \n\n ', ''],
])('%j becomes %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

test.each(['[', '[](', '*a ', '**', '_a ', '`', '> ', '- ', '![', '<https://', '\\', '1. '])(
  'handles a long run of %j',
  (part) => {
    expect(plainText(part.repeat(20_000)).length).toBeLessThanOrEqual(20_000 * part.length)
  },
)
