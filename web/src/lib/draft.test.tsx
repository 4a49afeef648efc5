import { getUser } from '@wtpu/contract/accounts/accounts'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessToken, fakeApi, signedIn } from '#testing/fake-api.tsx'
import { useDraft } from './draft.ts'
import { endSession, startSession } from '#lib/session/session.ts'

const empty = { title: '', options: [{ text: '' }] }

function Form({ name = 'form' }: { name?: string }) {
  const [draft, setDraft] = useDraft(name, empty)
  return (
    <>
      <input value={draft.title} onChange={({ target }) => setDraft({ ...draft, title: target.value })} />
      <button onClick={() => setDraft(empty)}>Send</button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox')

async function typeText(text: string) {
  signedIn({ userId: 7 })
  render(<Form />)
  await userEvent.type(field(), text)
}

/** Simulates a page reload. */
function reload(name?: string) {
  cleanup()
  render(<Form name={name} />)
}

test('restores the draft after a reload, only in the form it belongs to', async () => {
  await typeText('Half a thought')

  reload()
  expect(field().value).toBe('Half a thought')
  reload('another form')
  expect(field().value).toBe('')
})

test('removes the draft when the form is reset after sending', async () => {
  await typeText('Done')
  await userEvent.click(screen.getByRole('button'))

  reload()
  expect(field().value).toBe('')
  expect(sessionStorage).toHaveLength(0)
})

test('keeps the draft of an expired session for the same user only', async () => {
  fakeApi().respondError(getUser, { status: 404 })
  await typeText('Mine')
  act(() => endSession('expired'))
  expect(field().value).toBe('')

  act(() => startSession({ access: accessToken({ userId: 8 }) }))
  expect(field().value).toBe('')
  act(() => startSession({ access: accessToken({ userId: 7 }) }))
  expect(field().value).toBe('Mine')
})

test('removes the draft on sign-out', async () => {
  await typeText('Mine')
  act(() => endSession('manual'))

  expect(sessionStorage).toHaveLength(0)
  signedIn({ userId: 7 })
  reload()
  expect(field().value).toBe('')
})

test.each([
  ['invalid JSON', '{"title":'],
  ['a string', '"text"'],
  ['null', 'null'],
  ['an array', '[]'],
  ['missing a field', '{"title":"x"}'],
  ['an object with a field of another type', '{"title":1,"options":[]}'],
  ['an object with an array item of another type', '{"title":"x","options":[{"text":1}]}'],
])('ignores a stored draft that is %s', (_, text) => {
  signedIn({ userId: 7 })
  sessionStorage.setItem('draft:7:form', text)
  render(<Form />)

  expect(field().value).toBe('')
})
