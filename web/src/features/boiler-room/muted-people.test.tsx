import { listBlocked, listMuted, unblockUser, unmuteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { MutedPeople } from './muted-people.tsx'

const people = [
  { id: 7, username: 'ada', name: 'Ada Lovelace', avatar: null },
  { id: 8, username: 'bob', name: 'Bob', avatar: null },
]

test('lists muted and blocked people, and ends a mute', async () => {
  const fake = fakeApi()
  fake.respond(listMuted, { results: people, next: null })
  fake.respondError(listBlocked, { status: 500 })
  fake.respond(unmuteUser, { muted: false, blocked: false })
  renderComponent(<MutedPeople />)
  const muted = await screen.findByRole('region', { name: 'Muted' })
  const blocked = screen.getByRole('region', { name: 'Blocked' })
  expect(await within(blocked).findByText('The list could not be loaded')).toBeTruthy()
  fake.respond(listBlocked, { results: [], next: null })
  await userEvent.click(within(blocked).getByRole('button', { name: 'Try Again' }))
  expect(await within(blocked).findByText('You have blocked nobody.')).toBeTruthy()

  fake.respond(listMuted, { results: people.slice(1), next: null })
  await userEvent.click(within(muted).getByRole('button', { name: 'Unmute Ada Lovelace' }))

  await waitFor(() => expect(within(muted).getAllByRole('listitem')).toHaveLength(1))
  expect(fake.callsOf(unmuteUser)).toHaveLength(1)
  expect(await screen.findByText('You see what they write again')).toBeTruthy()
})

test('names a deleted account without a link, and ends its block', async () => {
  const fake = fakeApi()
  fake.respond(listMuted, { results: [], next: null })
  fake.respond(listBlocked, { results: [{ id: 9, username: '', name: 'Anonymous', avatar: null }], next: null })
  fake.respond(unblockUser, { muted: false, blocked: false })
  renderComponent(<MutedPeople />)
  const row = within(await screen.findByRole('listitem'))

  await userEvent.click(row.getByRole('button', { name: 'Unblock Deleted account' }))

  expect(row.queryByRole('link')).toBeNull()
  await waitFor(() => expect(fake.callsOf(unblockUser)).toMatchObject([{ path: '/api/people/9/block/' }]))
})
