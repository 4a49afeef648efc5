import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderComponent } from '#testing/render-component.tsx'
import { loadMarkdown, Markdown } from './markdown.tsx'

async function openMarkdown(text: string) {
  await loadMarkdown()
  return renderComponent(<Markdown text={text} of="Ada’s comment" quoteId="7" />)
}
const shownText = () => document.querySelector('[data-quote-id="7"]')?.textContent

test('folds a long text until Show more and keeps its formatting', async () => {
  await openMarkdown(`Hello **bold ${'word '.repeat(300)}end**`)
  const more = await screen.findByRole('button', { name: 'Show more of Ada’s comment', expanded: false })
  expect(document.querySelector('strong')?.textContent.endsWith('word…')).toBe(true)
  expect(shownText()?.length).toBeLessThan(490)

  await userEvent.click(more)
  expect(shownText()?.endsWith('word end')).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: 'Show less of Ada’s comment', expanded: true }))
  expect(shownText()?.endsWith('word…')).toBe(true)
})

test('folds a text of many lines', async () => {
  await openMarkdown(Array.from({ length: 40 }, (_, line) => `- point number ${line}`).join('\n'))

  await screen.findByRole('button', { name: /^Show more/ })
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
})

test('folds a long code block', async () => {
  await openMarkdown(`\`\`\`\n${'a line of code\n'.repeat(60)}\`\`\``)

  await screen.findByRole('button', { name: /^Show more/ })
  expect(shownText()?.split('\n').length).toBeLessThanOrEqual(11)
})

test('does not fold a short text', async () => {
  await openMarkdown('A *short* text')

  expect((await screen.findByText('short')).localName).toBe('em')
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows a text that is too complex as it was written', async () => {
  const text = `${'>'.repeat(1_000)} a`
  await openMarkdown(text)

  await userEvent.click(await screen.findByRole('button', { name: 'Show more of Ada’s comment' }))
  expect(shownText()).toBe(text)
})
