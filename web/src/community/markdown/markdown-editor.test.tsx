import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { QueryProvider } from '#testing/fake-api.tsx'
import { MarkdownEditor } from './markdown-editor.tsx'
import { QuoteArea } from './quote-area.tsx'
import { loadMarkdown } from './markdown.tsx'

beforeEach(loadMarkdown)

const sent = async () => undefined

function Replies({ send = sent }: { send?: (text: string) => Promise<unknown> }) {
  const [quote, setQuote] = useState<string>()
  return (
    <>
      <QuoteArea onQuote={setQuote}>
        <p data-quote-id="3">First line of a comment</p>
        <p data-quote-id="4">Another comment</p>
      </QuoteArea>
      <MarkdownEditor
        draftName="reply"
        label="Your reply"
        limit={200}
        submitLabel="Post Reply"
        pendingLabel="Posting..."
        send={send}
        quote={quote}
        onQuoted={() => setQuote(undefined)}
      />
    </>
  )
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' })

function select(from: Node, to: Node) {
  document.getSelection()?.setBaseAndExtent(from, 0, to, to.textContent?.length ?? 0)
  document.dispatchEvent(new Event('selectionchange'))
}
const textOf = (content: string) => screen.getByText(content).firstChild!

// jsdom does not implement requestIdleCallback, which loads the Quote button.
Object.assign(globalThis, {
  requestIdleCallback: (done: () => void) => setTimeout(done),
  cancelIdleCallback: (timer: number) => clearTimeout(timer),
})

// jsdom has no layout.
Range.prototype.getBoundingClientRect = () => new DOMRect()

test('previews the text and returns to it', async () => {
  render(<Replies />, { wrapper: QueryProvider })
  await userEvent.type(box(), 'This is **bold**')
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))

  expect(screen.getByText('bold').localName).toBe('strong')
  expect(screen.queryByRole('textbox')).toBeNull()

  await userEvent.click(screen.getByRole('tab', { name: 'Write' }))
  expect(box().value).toBe('This is **bold**')
})

test('changes the tab by arrow keys, Home and End', async () => {
  render(<Replies />, { wrapper: QueryProvider })
  screen.getByRole('tab', { name: 'Write' }).focus()
  for (const [key, name] of [
    ['ArrowRight', 'Preview'],
    ['Home', 'Write'],
    ['End', 'Preview'],
    ['ArrowLeft', 'Write'],
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name, selected: true }))
    expect(screen.getByRole('tabpanel', { name })).toBeTruthy()
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  }
})

test('says that there is nothing to preview', async () => {
  render(<Replies />, { wrapper: QueryProvider })
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))

  expect(screen.getByText('Nothing to preview yet.')).toBeTruthy()
})

test('keeps the text if it was not sent, and clears it once it was', async () => {
  const send = vi.fn(async () => Promise.reject(new Error('failed')))
  render(<Replies send={send} />, { wrapper: QueryProvider })
  await userEvent.type(box(), 'Text')
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  await userEvent.click(screen.getByRole('button', { name: 'Post Reply' }))
  expect(screen.getByText('Text', { selector: 'p' })).toBeTruthy()

  send.mockImplementation(async () => undefined as never)
  await userEvent.click(screen.getByRole('button', { name: 'Post Reply' }))
  expect(box().value).toBe('')
})

test('inserts the selected text as a quote, with the caret after it', async () => {
  render(<Replies />, { wrapper: QueryProvider })
  await userEvent.type(box(), 'Hello')
  select(textOf('First line of a comment'), textOf('First line of a comment'))
  await userEvent.click(await screen.findByRole('button', { name: 'Quote' }))

  expect(box().value).toBe('Hello\n\n> First line of a comment\n\n')
  expect(document.activeElement).toBe(box())
  expect(box().selectionStart).toBe(box().value.length)
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull()
})

test('returns from the preview to insert a quote, and inserts the same one again', async () => {
  render(<Replies />, { wrapper: QueryProvider })
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  for (let time = 0; time < 2; time++) {
    select(textOf('Another comment'), textOf('Another comment'))
    await userEvent.click(await screen.findByRole('button', { name: 'Quote' }))
  }

  expect(box().value).toBe('> Another comment\n\n> Another comment\n\n')
  expect(document.activeElement).toBe(box())
})

test('offers no quote for a selection of two texts', async () => {
  render(<Replies />, { wrapper: QueryProvider })
  select(textOf('Another comment'), textOf('Another comment'))
  await screen.findByRole('button', { name: 'Quote' })
  select(textOf('First line of a comment'), textOf('Another comment'))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull())
})
