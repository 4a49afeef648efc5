import { getUser, register } from '@wtpu/contract/accounts/accounts'
import { countMailedAnswer, type MailedAnswer, openMailedAnswer } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessToken, fakeApi, openPage } from '#testing/fake-api.tsx'

const waiting: MailedAnswer = { poll: 7, question: 'Plant trees?', option: 'Yes', state: 'waiting', newsletter: null }
const mailbox = { email: 'ada@mail.example', proof: 'proof' }

async function count(counted: { state: 'counted'; mailbox?: typeof mailbox }) {
  const api = fakeApi()
  api.respond(openMailedAnswer, waiting)
  openPage('/answer#a-token')
  const press = await screen.findByRole('button', { name: 'Count My Answer' })
  expect(screen.getByText('Plant trees?')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Count your answer' })).toBeTruthy()
  api.respond(countMailedAnswer, counted)
  await userEvent.click(press)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your answer was counted'))
  expect(screen.getByRole('heading', { level: 1, name: 'Your answer' })).toBeTruthy()
  return api
}

test('who counted an answer keeps an account with the address of the mail', async () => {
  const api = await count({ state: 'counted', mailbox })
  expect(screen.getByRole('heading', { name: 'Keep an account' })).toBeTruthy()
  expect(screen.getByText('ada@mail.example')).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()

  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Password', 'difference engine'],
  ] as const)
    await userEvent.type(screen.getByLabelText(label), text)
  await userEvent.selectOptions(screen.getByLabelText('State'), 'New York')
  await userEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }))
  api.respondError(register, { status: 400, body: { fields: { email: ['email already exists'] } } })
  const create = screen.getByRole('button', { name: 'Create Account' })
  await userEvent.click(create)
  expect((await screen.findByRole('alert')).textContent).toContain('already registered')

  const detail = 'Your answer was counted too long ago.'
  api.respondError(register, { status: 400, body: { code: 'expired_link', detail } })
  await userEvent.click(create)
  expect(await screen.findByText(detail)).toBeTruthy()

  api.respondError(getUser, { status: 404 })
  api.respond(register, { id: 7, username: 'ada', access: accessToken(), refresh: 'refresh' })
  await userEvent.click(create)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your account is there. Your answer is in it.'))
  expect(api.callsOf(register).at(-1)?.body).toMatchObject({
    first_name: 'Ada',
    state: 'New York',
    sign_in: true,
    email: 'ada@mail.example',
    mailbox: 'proof',
    confirm_password: 'difference engine',
  })
  expect(screen.queryByRole('heading', { name: 'Keep an account' })).toBeNull()
})

test('an address that has an account, or was forgotten, gets no form', async () => {
  await count({ state: 'counted' })
  expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy()
})
