import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from '#lib/api/api.ts'
import { newTestQueryClient } from '#testing/fake-api.tsx'
import { TextField } from '../fields.tsx'
import { fillIn, useForm } from './use-form.tsx'

const empty = { name: '', town: '' }

function TownForm({ send }: { send: (values: typeof empty) => Promise<void> }) {
  const form = useForm(useMutation<void, ApiFailure, typeof empty>({ mutationFn: send }), {
    empty,
    draft: 'town',
    check: ({ name, town }) => ({ name: name === '' && fillIn, town: town === '' && fillIn }),
    input: (values) => values,
  })
  return (
    <form {...form.props}>
      <TextField label="Name" {...form.text('name')} />
      <TextField label="Town" {...form.text('town')} />
      {form.alert}
      <button type="submit">Send</button>
    </form>
  )
}

function start(send = vi.fn<(values: typeof empty) => Promise<void>>(async () => undefined)) {
  const shown = render(
    <QueryClientProvider client={newTestQueryClient()}>
      <TownForm send={send} />
    </QueryClientProvider>,
  )
  return { send, ...shown }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = () => userEvent.click(screen.getByRole('button'))
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const rejected = (fields?: Record<string, string[]>) => () =>
  Promise.reject(new ApiFailure({ status: 400, detail: 'Not now.', fields }))

test.each([
  { wrong: 'both fields are empty', typed: {}, focused: 'Name', says: fillIn },
  { wrong: 'the second field is empty', typed: { Name: 'Ada' }, focused: 'Town', says: fillIn },
  {
    wrong: 'the server rejects the second field',
    typed: { Name: 'Ada', Town: 'X' },
    send: rejected({ town: ['There is no such town.'] }),
    focused: 'Town',
    says: 'There is no such town.',
  },
  {
    wrong: 'the server rejects what is in no field',
    typed: { Name: 'Ada', Town: 'X' },
    send: rejected({ other: ['Unseen.'] }),
    focused: undefined,
    says: 'Not now.',
  },
])('announces one error and focuses the first wrong field if $wrong', async ({ typed, send, focused, says }) => {
  start(send && vi.fn(send))
  for (const [name, text] of Object.entries(typed)) await userEvent.type(field(name), text)
  await press()
  await waitFor(() => expect(alerts()).toEqual([says]))
  if (focused === undefined) return
  expect(document.activeElement).toBe(field(focused))
  await userEvent.type(field(focused), 'a')
  expect(field(focused).getAttribute('aria-invalid')).toBeNull()
})

test('keeps what was typed after a failure and a reload, and forgets it once it is sent', async () => {
  const { send, unmount } = start(vi.fn(rejected()))
  await userEvent.type(field('Name'), 'Ada')
  await userEvent.type(field('Town'), 'London')
  await press()
  await waitFor(() => expect(alerts()).toEqual(['Not now.']))
  unmount()
  const again = start()
  expect(field('Town').value).toBe('London')
  await press()
  await waitFor(() => expect(field('Town').value).toBe(''))
  expect(again.send.mock.lastCall?.[0]).toEqual({ name: 'Ada', town: 'London' })
  expect(send).toHaveBeenCalledTimes(1)
  again.unmount()
  start()
  expect(field('Town').value).toBe('')
})

test('is sent once by a double click, and keeps what is typed meanwhile', async () => {
  let finish = () => {}
  const { send } = start(vi.fn(() => new Promise<void>((resolve) => (finish = resolve))))
  await userEvent.type(field('Name'), 'Ada')
  await userEvent.type(field('Town'), 'London')
  await userEvent.dblClick(screen.getByRole('button'))
  await userEvent.type(field('Town'), ' or York')
  finish()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(field('Town').value).toBe('London or York')
})
