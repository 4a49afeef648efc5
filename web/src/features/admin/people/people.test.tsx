import * as people from '@wtpu/contract/accounts/people'
import {
  getRecentAccounts,
  listMailDomains,
  openMailDomain,
  takeOutRecentAccounts,
} from '@wtpu/contract/accounts/mail-domains'
import { prove } from '@wtpu/contract/accounts/proof'
import { listSameNetwork, suspendPeople } from '@wtpu/contract/accounts/same-network'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'

const ada: people.PersonSummary = {
  id: 7,
  name: 'Ada Lovelace',
  username: 'countess',
  email: 'ada@engine.example',
  email_confirmed: false,
  role: 'user',
  joined_at: '2026-01-02T12:00:00Z',
  last_seen_on: '2026-01-04',
  last_seen_known: false,
  is_blocked: false,
  suspended_until: null,
}
const details: people.Person = {
  ...ada,
  posts: 1,
  discussions: 0,
  comments: 1_000,
  polls: 2,
  sessions: 1,
  same_network: 2,
  decisions: [{ id: 3, day: '2026-03-04', action: 'suspend', days: 7, undone: true }],
  confirmation_sent_at: null,
  last_mail: { kind: 'notification', day: '2026-01-05', outcome: 'rejected' },
  email_rejected: true,
}

function start(results: people.PersonSummary[] = [ada]) {
  signedIn()
  const fake = fakeApi()
  fake.respond(people.listPeople, { results, next: null })
  fake.respond(people.getPerson, details)
  fake.respond(listMailDomains, { open: [], busy: [{ domain: 'catchall.example', accounts: 60, today: 20 }] })
  openPage('/admin/people')
  return fake
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('shows what is known of a person, and only what is possible', async () => {
  const fake = start()
  expect(await screen.findByText('Joined Jan 2, 2026 · Last seen on or before Jan 4, 2026')).toBeTruthy()
  await press('Details: Ada Lovelace, countess')
  expect(await screen.findByText('1 post, 0 discussions, 1,000 or more comments, 2 polls')).toBeTruthy()
  expect(screen.getByText(/Suspended for 7 days/).textContent).toContain('(undone)')
  expect(screen.getByText(/rejects mails/)).toBeTruthy()
  expect(screen.getByText('Notifications or the weekly digest, Jan 5, 2026: rejected by the mail server')).toBeTruthy()

  fake.respond(people.resendPersonConfirmation, { sent: true })
  await press('Send confirmation again: Ada Lovelace')
  expect(await screen.findByText('The confirmation is sent again')).toBeTruthy()
  fake.respondError(people.endPersonSessions, { status: 404, body: { detail: 'Account not found' } })
  await press('Sign out everywhere: Ada Lovelace')
  expect((await screen.findByRole('alert')).textContent).toContain('Account not found')
})

test('staff are not deleted', async () => {
  const fake = start([{ ...ada, role: 'admin' }])
  fake.respond(people.getPerson, { ...details, role: 'admin', email_confirmed: true, sessions: 0 })
  await press(/^Details/)
  expect(await screen.findByText('To delete this account, end its role first.')).toBeTruthy()
  for (const name of [/^Delete/, /^Send the/, /^Sign/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('asks for the username before an account is deleted, and keeps it after a failure', async () => {
  const fake = start()
  await press(/^Details/)
  await press('Delete account: Ada Lovelace')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Ada Lovelace?' }))
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete forever' })
  await userEvent.click(submit)
  expect((await dialog.findByRole('alert')).textContent).toBe('Please fill in this field.')
  expect(fake.callsOf(people.deletePerson)).toHaveLength(0)
  const wrong = 'Please type the username of this account'
  fake.respondError(people.deletePerson, { status: 403, body: { detail: wrong, fields: { username: [wrong] } } })
  await userEvent.type(dialog.getByLabelText('Type countess to confirm'), 'ada{Enter}')
  expect(await dialog.findByText(wrong)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Type countess to confirm').value).toBe('ada')

  fake.respond(people.deletePerson, { deleted: true })
  fake.respond(people.listPeople, { results: [], next: null })
  await userEvent.clear(dialog.getByRole('textbox'))
  await userEvent.type(dialog.getByRole('textbox'), 'countess')
  await userEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('No one found')).toBeTruthy()
  expect(fake.callsOf(people.deletePerson).map(({ body }) => body)).toEqual([
    { username: 'ada' },
    { username: 'countess' },
  ])
})

test('suspends those whom an admin chooses among accounts of one network, and keeps what was typed after a failure', async () => {
  const fake = start()
  const same = { ...ada, joined_at: '2026-01-02T12:10:00Z' }
  fake.respond(listSameNetwork, [
    ada,
    { ...same, id: 8, name: 'Ben New', username: 'ben' },
    { ...same, id: 9, name: 'Grace Hopper', username: 'grace', role: 'admin' },
  ])
  await press(/^Details/)
  expect(await screen.findByText(/2 other accounts were registered\s+within an hour/)).toBeTruthy()
  await press('See them: same network as Ada Lovelace')
  const dialog = within(await screen.findByRole('dialog', { name: 'From the same network as Ada Lovelace' }))
  expect((await dialog.findByLabelText<HTMLInputElement>(/Grace Hopper/)).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Choose all' }))
  await userEvent.click(dialog.getByLabelText(/Ada Lovelace/))
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Suspend 1 account' })
  await userEvent.click(submit)
  expect(document.activeElement).toBe(dialog.getByLabelText('Guideline'))
  await userEvent.selectOptions(dialog.getByLabelText('For how long'), '30 days')
  await userEvent.selectOptions(dialog.getByLabelText('Guideline'), '4')
  const sentence = dialog.getByLabelText<HTMLTextAreaElement>('Sentence to the author')
  await userEvent.type(sentence, 'One account per person.')
  fake.respondError(suspendPeople, { status: 403, body: { detail: 'Only admins can do this.' } })
  await userEvent.click(submit)
  expect(await dialog.findByText('Only admins can do this.')).toBeTruthy()
  expect(sentence.value).toBe('One account per person.')
  fake.respond(suspendPeople, { suspended: [8] })
  await userEvent.click(submit)
  expect(await screen.findByText('Suspended: 1 account')).toBeTruthy()
  expect(fake.callsOf(suspendPeople)[1]?.body).toEqual({
    ids: [8],
    rule: 4,
    days: 30,
    sentence: 'One account per person.',
  })
})

test('asks for the password before a sensitive act, keeps what was typed, and then does it', async () => {
  const fake = start()
  await press(/^Details/)
  await press('Delete account: Ada Lovelace')
  const isProved = () => fake.callsOf(prove).length > 1
  fake.respondRaw(people.deletePerson, () =>
    isProved() ? json({ deleted: true }) : json({ code: 'proof_required', detail: 'Confirm first.' }, 403),
  )
  const typed = await screen.findByLabelText<HTMLInputElement>('Type countess to confirm')
  await userEvent.type(typed, 'countess{Enter}')
  const title = { name: 'Confirm that it is you' }
  await userEvent.click(within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Confirm first.')).toBeTruthy()
  expect(typed.value).toBe('countess')

  await userEvent.type(typed, '{Enter}')
  const dialog = within(await screen.findByRole('dialog', title))
  const password = dialog.getByLabelText('Password')
  expect(document.activeElement).toBe(password)
  const wrong = 'Incorrect password'
  fake.respondError(prove, { status: 403, body: { detail: wrong, fields: { password: [wrong] } } })
  await userEvent.type(password, 'guess{Enter}')
  expect(await dialog.findByText(wrong)).toBeTruthy()
  fake.respond(prove, { proved: true })
  await userEvent.type(password, ' right{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(prove).map(({ body }) => body)).toEqual([{ password: 'guess' }, { password: 'guess right' }])
  expect(fake.callsOf(people.deletePerson).map(({ body }) => body)).toEqual(
    [1, 2, 3].map(() => ({ username: 'countess' })),
  )
})

test('exports after a question', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const fake = start()
  await press(/^Details/)
  await press('Export data: Ada Lovelace')
  expect(await screen.findByText(/What this person voted and rated is not in it/)).toBeTruthy()
  expect(fake.callsOf(people.exportPerson)).toEqual([])
  fake.respondRaw(people.exportPerson, () => new Response('{"posts":[]}'))
  await press('Export')
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('wtpu-account-7.json')
})

test('searches and filters without the address of a person in the URL', async () => {
  const fake = start([])
  expect(await screen.findByText('Try another search or filter.')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'ad{Enter}')
  expect(await screen.findByText(/three letters or digits in a row/)).toBeTruthy()
  fake.respond(people.listPeople, { results: [ada], next: null })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'a@engine{Enter}')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Email not confirmed')
  await waitFor(() =>
    expect(Object.fromEntries(fake.callsOf(people.listPeople).at(-1)?.search ?? [])).toMatchObject({
      q: 'ada@engine',
      filter: 'unconfirmed',
    }),
  )
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
  expect(screen.getByText('1 account found')).toBeTruthy()
  expect(window.location.search).toBe('')
})

test('does not exist for others, and says nothing of mail domains meanwhile', async () => {
  signedIn()
  const fake = fakeApi()
  const missing = () => json({ code: 'not_found', detail: 'Page not found' }, 404)
  const list = Promise.withResolvers<Response>()
  fake.respondRaw(people.listPeople, () => list.promise)
  fake.respondRaw(listMailDomains, missing)
  openPage('/admin/people')
  await screen.findByRole('heading', { name: 'Mail domains' })
  await waitFor(() => expect(fake.callsOf(listMailDomains)).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('The mail domains could not be loaded')).toBeNull()
  list.resolve(missing())
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('names mail domains with many new accounts, and lifts the limit of one', async () => {
  const fake = start()
  expect(await screen.findByText(/60 new accounts in 7 days, 20 in the last 24 hours · Limit reached/)).toBeTruthy()
  fake.respondError(openMailDomain, {
    status: 400,
    body: { detail: 'Wrong', fields: { domain: ['Enter a mail domain.'] } },
  })
  await userEvent.type(screen.getByLabelText('Lift the limit for a domain'), 'nothing')
  await press('Lift the limit')
  expect(await screen.findByText('Enter a mail domain.')).toBeTruthy()

  fake.respond(openMailDomain, { open: ['university.edu'], busy: [] })
  fake.respond(listMailDomains, { open: ['university.edu'], busy: [] })
  await userEvent.clear(screen.getByLabelText('Lift the limit for a domain'))
  await userEvent.type(screen.getByLabelText('Lift the limit for a domain'), 'university.edu')
  await press('Lift the limit')
  expect(await screen.findByText('Limit lifted')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Set the limit again: university.edu' })).toBeTruthy()
})

test('says how many accounts and votes a domain loses before they are taken out, and keeps what was typed after a failure', async () => {
  const fake = start()
  fake.respond(getRecentAccounts, { accounts: 58, blocked: 1, votes: 57, polls: 1 })
  await press('Take out: catchall.example')
  const dialog = within(await screen.findByRole('dialog', { name: 'Take out the new accounts of catchall.example?' }))
  expect(await dialog.findByText('57 votes in 1 open poll')).toBeTruthy()
  expect(dialog.getByText('58 accounts of the last 7 days, and 1 that is blocked already')).toBeTruthy()
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Block and take out' })
  await userEvent.click(submit)
  expect(document.activeElement).toBe(dialog.getByLabelText('Guideline'))
  await userEvent.selectOptions(dialog.getByLabelText('Guideline'), '4')
  const sentence = dialog.getByLabelText<HTMLTextAreaElement>('Sentence to the author')
  await userEvent.type(sentence, 'One account per person.')
  fake.respondError(takeOutRecentAccounts, { status: 403, body: { detail: 'Only admins can do this.' } })
  await userEvent.click(submit)
  expect(await dialog.findByText('Only admins can do this.')).toBeTruthy()
  expect(sentence.value).toBe('One account per person.')
  fake.respond(takeOutRecentAccounts, { blocked: 57, left: 1, votes: 57, polls: 1 })
  await userEvent.click(submit)
  expect(await screen.findByText('Blocked: 57 accounts')).toBeTruthy()
  expect(screen.getByText('Taken out: 57 votes in 1 open poll. Not blocked: 1 account.')).toBeTruthy()
  expect(fake.callsOf(takeOutRecentAccounts)[1]?.body).toEqual({ rule: 4, sentence: 'One account per person.' })
})

test('of a domain with fewer accounts that may be taken out, nothing is taken out', async () => {
  const fake = start()
  fake.respond(getRecentAccounts, { accounts: 9, blocked: 0, votes: 0, polls: 0 })
  await press('Take out: catchall.example')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^Fewer than 10 accounts can be taken out here/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Block and take out' }).ariaDisabled).toBe('true')
})
