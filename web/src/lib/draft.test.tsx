import { getUser } from '@wtpu/contract/accounts'
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

async function typed(text: string) {
  signedIn({ userId: 7 })
  render(<Form />)
  await userEvent.type(field(), text)
}

/** The page is loaded again. */
function reload(name?: string) {
  cleanup()
  render(<Form name={name} />)
}

test('what was typed is there after a reload, in its own form alone', async () => {
  await typed('Half a thought')

  reload()
  expect(field().value).toBe('Half a thought')
  reload('another form')
  expect(field().value).toBe('')
})

test('what was sent is no draft any more', async () => {
  await typed('Done')
  await userEvent.click(screen.getByRole('button'))

  reload()
  expect(field().value).toBe('')
  expect(sessionStorage).toHaveLength(0)
})

test('an expired session keeps it for who comes back, and for nobody else', async () => {
  fakeApi().refuse(getUser, { status: 404 })
  await typed('Mine')
  act(() => endSession('expired'))
  expect(field().value).toBe('')

  act(() => startSession({ access: accessToken({ userId: 8 }) }))
  expect(field().value).toBe('')
  act(() => startSession({ access: accessToken({ userId: 7 }) }))
  expect(field().value).toBe('Mine')
})

test('signing out forgets it', async () => {
  await typed('Mine')
  act(() => endSession('manual'))

  expect(sessionStorage).toHaveLength(0)
  signedIn({ userId: 7 })
  reload()
  expect(field().value).toBe('')
})

test.each([
  ['no JSON', '{"title":'],
  ['another kind', '"text"'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['a missing field', '{"title":"x"}'],
  ['a field of another kind', '{"title":1,"options":[]}'],
  ['an item of another kind', '{"title":"x","options":[{"text":1}]}'],
])('a stored draft that is %s is as good as none', (_, text) => {
  signedIn({ userId: 7 })
  sessionStorage.setItem('draft:7:form', text)
  render(<Form />)

  expect(field().value).toBe('')
})
