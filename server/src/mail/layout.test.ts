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
