import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderComponent } from '#testing/render-component.tsx'
import { RichText } from './rich-text.tsx'

const openText = async (text: string) => {
  renderComponent(<RichText text={text} of="Ada’s post" hashtags />)
  const start = text.slice(0, 5)
  return screen.findByText((_, element) => element?.tagName === 'P' && element.textContent.startsWith(start))
}

test('shows markup as plain text', async () => {
  const text = '<img src=x onerror=alert(1)> &lt;b&gt; **bold** <script>alert(1)</script>'

  const paragraph = await openText(text)

  expect(paragraph.textContent).toBe(text)
  expect(paragraph.children).toHaveLength(0)
})

test('links hashtags to their page and addresses to a new window without endorsing them', async () => {
  await openText('Read https://example.org/a?b=1 about #Clean_Water')

  const link = await screen.findByRole('link', { name: 'https://example.org/a?b=1' })
  expect(link.getAttribute('href')).toBe('https://example.org/a?b=1')
  expect(link.getAttribute('rel')).toBe('nofollow ugc noopener')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByRole('link', { name: '#Clean_Water' }).getAttribute('href')).toBe(
    '/boiler-room/hashtag/Clean_Water',
  )
})

test('isolates the direction of the text and of each link in it', async () => {
  const paragraph = await openText('שלום https://example.org/שלום #שלום')

  expect(paragraph.getAttribute('dir')).toBe('auto')
  await screen.findByRole('link', { name: /^https/ })
  expect([...paragraph.children].map((link) => link.getAttribute('dir'))).toEqual(['auto', 'auto'])
})

test('folds a long text until Show more', async () => {
  const text = `${'word '.repeat(300)}end`
  const paragraph = await openText(text)
  expect(paragraph.textContent).toBe(`${'word '.repeat(96).trimEnd()}…`)

  await userEvent.click(screen.getByRole('button', { name: 'Show more of Ada’s post', expanded: false }))
  expect(paragraph.textContent).toBe(text)

  await userEvent.click(screen.getByRole('button', { name: 'Show less of Ada’s post', expanded: true }))
  expect(paragraph.textContent.endsWith('word…')).toBe(true)
})

test('does not fold a short text', async () => {
  await openText('short')

  expect(screen.queryByRole('button')).toBeNull()
})
