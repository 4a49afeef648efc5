import { expect, test } from 'vitest'
import { renderMail } from './layout.ts'

test('a mail ends with the name and the domain of the site', () => {
  const { text, html } = renderMail({
    publicUrl: 'https://civic.example',
    title: 'Hello',
    paragraphs: ['Dear Ada'],
    footnote: 'You asked for it.',
  })
  expect(text).toMatch(/\n\nWTPU at civic\.example\n$/)
  expect(html).toMatch(/<br>WTPU at civic\.example<\/td>/)
})

test('a quoted text keeps its lines, and its markup is text', () => {
  const { text, html } = renderMail({
    publicUrl: 'https://civic.example',
    title: 'Your comment was removed',
    paragraphs: ['Your comment: “First <b>line</b>\n\nSecond”'],
    footnote: 'You have an account.',
  })
  expect(text).toContain('“First <b>line</b>\n\nSecond”')
  expect(html).toContain('“First &lt;b&gt;line&lt;/b&gt;<br><br>Second”</p>')
})
