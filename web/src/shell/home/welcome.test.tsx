import { getAccount } from '@wtpu/contract/accounts/accounts'
import { listMyVotes } from '@wtpu/contract/polls/polls'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'

function openHome(votes: { poll: number; option: number }[] = []) {
  const api = fakePolls({ polls: [makePoll(), makePoll({ id: 2 })], votes })
  return { api, page: openPage('/') }
}

const welcome = async () => within(await screen.findByRole('region', { name: /^Welcome/ }))
const current = async () =>
  (await welcome()).getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent

test('leads through three steps, each of which can be skipped, and moves the focus along', async () => {
  localStorage.setItem('wtpu-welcome', '1')
  const { api } = openHome()
  api.respond(getAccount, { ...account, state: 'NY', district: null })

  expect(await current()).toContain('Your district')
  expect((await welcome()).getByText('So that we can compare you with your representatives')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Your turn' })).toBeNull()
  await userEvent.click((await welcome()).getByRole('button', { name: 'Skip' }))
  expect(await current()).toContain('0 of 5 answered')
  expect(document.activeElement?.textContent).toBe('Answer five polls')
  await userEvent.click((await welcome()).getByRole('button', { name: 'Skip' }))
  expect(await current()).toContain('Follow three people')
  await userEvent.click((await welcome()).getByRole('button', { name: 'Done' }))

  expect(await screen.findByRole('region', { name: 'Your turn' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your turn' }))
  expect(screen.queryByRole('region', { name: /^Welcome/ })).toBeNull()
  expect(localStorage.getItem('wtpu-welcome')).toBeNull()
})

test('says what is done, and stays at its step after a reload until it is closed', async () => {
  localStorage.setItem('wtpu-welcome', '2')
  const { api } = openHome()
  api.respond(getAccount, { ...account, state: 'NY', district: 12 })
  api.respond(
    listMyVotes,
    [1, 2, 3, 4, 5].map((poll) => ({ poll, option: 11, ballot: 'a'.repeat(64) })),
  )

  expect(await (await welcome()).findByText('Your district: New York, district 12')).toBeTruthy()
  expect(await (await welcome()).findByText('5 of 5 answered')).toBeTruthy()
  await userEvent.click((await welcome()).getByRole('button', { name: 'Close all, go to Today' }))
  expect(await screen.findByRole('region', { name: 'Your turn' })).toBeTruthy()
  expect(localStorage.getItem('wtpu-welcome')).toBeNull()
})
