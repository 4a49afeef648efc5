import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { QueryProvider, signedIn } from '#testing/fake-api.tsx'
import { CommentComposer } from './comment-composer.tsx'

function openComposer(over: Partial<Parameters<typeof CommentComposer>[0]> = {}) {
  const send = vi.fn((_text: string, _idempotencyKey?: string): Promise<unknown> => Promise.resolve())
  render(
    <CommentComposer
      draftName="test:1"
      label="Your comment"
      limit={20}
      submitLabel="Post"
      pendingLabel="Posting..."
      enterSubmits
      send={send}
      {...over}
    />,
    { wrapper: QueryProvider },
  )
  return send
}

const textsOf = (send: ReturnType<typeof openComposer>) => send.mock.calls.map(([text]) => text)
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Post/ })

test('posts with Enter, starts a new line with Shift+Enter and says so', async () => {
  const send = openComposer()
  expect(screen.getByText('Press Enter to post, Shift+Enter for new line')).toBeTruthy()

  await userEvent.type(box(), 'One{Shift>}{Enter}{/Shift}two')
  expect(send).not.toHaveBeenCalled()
  await userEvent.type(box(), '{Enter}')

  expect(textsOf(send)).toEqual(['One\ntwo'])
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
})

test.for([
  ['isComposing', { key: 'Enter', isComposing: true }],
  ['key code 229', { key: 'Enter', keyCode: 229 }],
] as const)('does not post while an input method composes a word (%s)', async ([, key]) => {
  const send = openComposer()
  await userEvent.type(box(), 'にほん')
  // False if the composer had prevented it: the input method needs the key.
  expect(fireEvent.keyDown(box(), key)).toBe(true)
  expect(send).not.toHaveBeenCalled()

  await userEvent.type(box(), '{Enter}')
  expect(textsOf(send)).toEqual(['にほん'])
})

test('starts a new line with Enter unless Enter submits', async () => {
  const send = openComposer({ enterSubmits: false })
  expect(screen.queryByText(/Press Enter/)).toBeNull()
  await userEvent.type(box(), 'One{Enter}two')
  expect(box().value).toBe('One\ntwo')
  await userEvent.click(button())

  expect(textsOf(send)).toEqual(['One\ntwo'])
})

test('ignores Enter and disables the button for blank and for too long text', async () => {
  const send = openComposer()
  for (const text of [' ', '\u200B', 'x'.repeat(21)]) {
    fireEvent.change(box(), { target: { value: text } })
    expect(button().ariaDisabled).toBe('true')
    fireEvent.keyDown(box(), { key: 'Enter' })
  }
  expect(screen.getByText('21/20')).toBeTruthy()
  expect(screen.getByText('Longer than 20 characters').ariaLive).toBe('polite')
  expect(screen.getByText('A comment can have at most 20 characters.')).toBeTruthy()
  // Counts characters, not UTF-16 units.
  fireEvent.change(box(), { target: { value: '🗳️'.repeat(10) } })
  expect(button().ariaDisabled).toBeNull()
  expect(send).not.toHaveBeenCalled()
})

test('keeps the text when sending fails, and sends it again', async () => {
  const send = openComposer()
  send.mockRejectedValueOnce(new Error('failed'))
  await userEvent.type(box(), 'Mine{Enter}')
  expect(box().value).toBe('Mine')

  await userEvent.type(box(), '{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
  expect(box().value).toBe('')
})

test('sends the same text again with the same idempotency key, even after a reload, and another text with a new one', async () => {
  signedIn()
  const send = openComposer()
  send.mockRejectedValue(new Error('failed'))
  await userEvent.type(box(), 'Mine{Enter}')
  cleanup()
  const again = openComposer()
  again.mockRejectedValueOnce(new Error('failed'))
  await userEvent.type(box(), '{Enter}')
  await userEvent.type(box(), '!{Enter}')
  await userEvent.type(box(), 'Mine{Enter}')

  const keys = [send, again].flatMap(({ mock }) => mock.calls.map(([, key]) => key))
  expect(keys).toEqual([expect.any(String), keys[0], keys[2], keys[3]])
  expect(new Set(keys).size).toBe(3)
})

test('sends once while a request is in progress', async () => {
  let answer: () => void = () => undefined
  const send = openComposer()
  send.mockImplementation(() => new Promise<void>((resolve) => (answer = resolve)))
  await userEvent.type(box(), 'Mine{Enter}{Enter}')
  await userEvent.click(button())
  expect(button().textContent).toBe('Posting...')
  expect(box().readOnly).toBe(true)
  await act(async () => answer())

  expect(send).toHaveBeenCalledTimes(1)
  expect(box().value).toBe('')
})

test('keeps the draft across reloads, and forgets it after Cancel', async () => {
  signedIn()
  openComposer()
  await userEvent.type(box(), 'Half a thought')

  cleanup()
  const onCancel = vi.fn(() => undefined)
  openComposer({ onCancel })
  expect(box().value).toBe('Half a thought')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

  cleanup()
  openComposer()
  expect(onCancel).toHaveBeenCalledOnce()
  expect(box().value).toBe('')
})

test('starts with the text to edit, and allows a blank one if told so', async () => {
  const send = openComposer({ initialText: 'Before', allowBlank: true, startFocused: true })
  expect(document.activeElement).toBe(box())
  expect(box().selectionStart).toBe('Before'.length)
  await userEvent.clear(box())
  await userEvent.type(box(), '{Enter}')

  expect(textsOf(send)).toEqual([''])
})
