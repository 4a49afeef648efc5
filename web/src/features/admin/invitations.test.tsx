import {
  closeRegistration,
  createInviteLink,
  type Invitation,
  inviteStaff,
  listInvitations,
  revokeInvitation,
} from '@wtpu/contract/site/invitations'
import { changeSiteParts } from '@wtpu/contract/site/on-demand/part-facts'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { completeSite, startSite } from '#testing/fake-admin.ts'

const mailed: Invitation = {
  id: 3,
  role: 'moderator',
  email: 'ben@mail.example',
  uses: 0,
  max_uses: 1,
  expires_at: '2026-11-27T12:00:00Z',
  invited_by: 'ada1',
}
const section = async () => within(await screen.findByRole('region', { name: 'Registration and invitations' }))

test('an admin invites a moderator by mail, and revokes the invitation', async () => {
  const fake = startSite(completeSite)
  const fields = { email: ['Enter a valid email address.'] }
  fake.respondError(inviteStaff, { status: 400, body: { code: 'invalid', detail: '', fields } })
  const shown = await section()
  expect(await shown.findByText('There are none.')).toBeTruthy()
  await userEvent.type(shown.getByLabelText('Email'), 'ben')
  await userEvent.click(shown.getByRole('button', { name: 'Send invitation' }))
  expect(await shown.findByText('Enter a valid email address.')).toBeTruthy()

  fake.respond(inviteStaff, { is_closed: false, results: [mailed] })
  fake.respond(listInvitations, { is_closed: false, results: [mailed] })
  await userEvent.type(shown.getByLabelText('Email'), '@mail.example')
  await userEvent.click(shown.getByRole('button', { name: 'Send invitation' }))
  expect(await shown.findByText(/^Moderator · until Nov 27, 2026 · by/)).toBeTruthy()
  expect(shown.getByLabelText('Email')).toHaveProperty('value', '')
  expect(fake.callsOf(inviteStaff)[1]?.body).toEqual({ email: 'ben@mail.example', role: 'moderator' })

  fake.respond(revokeInvitation, { is_closed: false, results: [] })
  fake.respond(listInvitations, { is_closed: false, results: [] })
  await userEvent.click(shown.getByRole('button', { name: 'Revoke: ben@mail.example' }))
  expect(await shown.findByText('There are none.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Registration and invitations')
})

test('an admin makes a link for members, which is shown once', async () => {
  const fake = startSite(completeSite)
  fake.respond(createInviteLink, { url: 'https://civic.example/invitation#secret' })
  const shown = await section()
  const uses = await shown.findByLabelText('Number of uses')
  await userEvent.clear(uses)
  await userEvent.click(shown.getByRole('button', { name: 'Make a link' }))
  expect((await shown.findByRole('alert')).textContent).toBe('A whole number from 1 to 10,000.')
  expect(document.activeElement).toBe(uses)
  await userEvent.type(uses, '25')
  await userEvent.click(shown.getByRole('button', { name: 'Make a link' }))
  expect(await shown.findByText('https://civic.example/invitation#secret')).toBeTruthy()
  expect(fake.callsOf(createInviteLink)[0]?.body).toEqual({ max_uses: 25, days: 7 })
  // With a clipboard.
  const user = userEvent.setup()
  await user.click(shown.getByRole('button', { name: 'Copy the link' }))
  expect(await navigator.clipboard.readText()).toBe('https://civic.example/invitation#secret')
})

test.each([
  [
    'own',
    'Everyone can create an account. The code hides the pages. It does not keep anyone from reading or joining by other ways; choose “Members only” for that. The invitation has no access code. Send the code',
  ],
  ['none', 'Everyone can create an account.'],
] as const)('says who can join if the access code is: %s', async (access, text) => {
  startSite({ ...completeSite, access })
  const shown = await section()
  expect(await shown.findByText((content) => content.startsWith(text))).toBeTruthy()
})

test('an admin closes the registration and opens it again', async () => {
  const fake = startSite(completeSite)
  const shown = await section()
  for (const is_closed of [true, false]) {
    fake.respond(closeRegistration, { is_closed, results: [] })
    fake.respond(listInvitations, { is_closed, results: [] })
    await userEvent.click(
      await shown.findByRole('button', { name: is_closed ? 'Close registration' : 'Open registration' }),
    )
    expect(await shown.findByRole('heading', { name: `Registration is ${is_closed ? 'closed' : 'open'}` })).toBeTruthy()
  }
  expect(fake.callsOf(closeRegistration).map(({ body }) => body)).toEqual([{ is_closed: true }, { is_closed: false }])
})

test('an admin shows the site to members only, with a reason, and reads why the server refuses', async () => {
  const fake = startSite(completeSite)
  const shown = await section()
  fake.respondError(changeSiteParts, { status: 409, body: { code: 'older_server', detail: 'Stop it first.' } })
  await userEvent.click(await shown.findByRole('button', { name: 'Members only' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Show the site to members only?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'We are a club.')
  await userEvent.click(dialog.getByRole('button', { name: 'Members only' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Stop it first.')

  const stored = { off: [], reading: 'members' as const, ratings_closed: null, version: 1 }
  fake.respond(changeSiteParts, stored)
  fake.respond(getSiteParts, stored)
  await userEvent.click(dialog.getByRole('button', { name: 'Members only' }))
  expect(await shown.findByRole('heading', { name: 'Only members can read the site' })).toBeTruthy()
  expect(fake.callsOf(changeSiteParts).at(-1)?.body).toEqual({
    off: [],
    reading: 'members',
    ratings_closed: null,
    version: 0,
    reason: 'We are a club.',
  })
})
