import { getAccount } from '@wtpu/contract/accounts/accounts'
import { prove } from '@wtpu/contract/accounts/proof'
import { listCases } from '@wtpu/contract/moderation/cases'
import * as admin from '@wtpu/contract/on-demand/admin'
import { getSetup } from '@wtpu/contract/site/on-demand/setup'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'

const missing = { status: 404, body: { code: 'not_found', detail: 'Page not found.' } }

function open(path: string, change: Partial<typeof account>) {
  signedIn()
  const fake = fakeApi()
  fake.respond(getAccount, { ...account, ...change })
  for (const call of [listCases, admin.getSiteState, getSetup]) fake.respondError(call, missing)
  openPage(path)
  return fake
}

test.each([
  ['/moderation', 'moderator', 'Moderators of this site'],
  ['/admin', 'admin', 'Admins of this site'],
] as const)(
  '%s leads staff without a second factor to its set-up, and shows nothing else',
  async (path, role, words) => {
    open(path, { waiting_role: role })
    expect(await screen.findByRole('heading', { name: 'Set up your second step first' })).toBeTruthy()
    expect(screen.getByText(words, { exact: false })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Set it up' }).getAttribute('href')).toBe('/profile-settings#sign-in')
  },
)

test('after a sign-in without the second factor, a proof by it opens the page', async () => {
  const fake = open('/moderation', { waiting_role: 'moderator', second_factor: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  fake.respondRaw(prove, () => {
    fake.respond(getAccount, { ...account, role: 'moderator', second_factor: true })
    fake.respond(listCases, {
      results: [],
      next: null,
      counts: { open: 0, mine: 0, appeals: 0, closed: 0 },
      oldest_opened_at: null,
    })
    return json({ proved: true })
  })
  await userEvent.type(dialog.getByLabelText('Code'), '654321{Enter}')
  expect(await screen.findByRole('heading', { name: 'Moderation' })).toBeTruthy()
})
