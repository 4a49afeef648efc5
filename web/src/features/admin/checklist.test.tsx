import { closeSetup, getSetup, sendTestMail } from '@wtpu/contract/site/on-demand/setup'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { completeSite, emptySite, startSite } from '#testing/fake-admin.ts'

const list = async () => within(await screen.findByRole('region', { name: 'Set up this site' }))
const headings = async () => (await list()).getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

test('ticks the steps that are done, and says what the others need', async () => {
  startSite({ ...emptySite, is_named: true, missing_pages: ['privacy'], access: 'none' })
  expect(await headings()).toEqual([
    'What is this site for?, not done',
    'Name and look, done',
    'Who can enter, done',
    'Officials, not done',
    'Mail, not done',
    'Terms, privacy, guidelines and contact, not done',
    'First three polls, not done',
    'Two moderators, not done',
  ])
  const steps = await list()
  expect(steps.getByText('2 of 8 done')).toBeTruthy()
  expect(steps.getByText(/^You can close this list at any time, for all admins\./)).toBeTruthy()
  expect(steps.getByText('WTPU. The fixed figures are shown.')).toBeTruthy()
  expect(steps.getByText(/^Missing: Privacy Policy, contact address\. The drafts/)).toBeTruthy()
  expect(steps.getByText(/mails are files on the server\./)).toBeTruthy()
})

test('says how many moderators were invited', async () => {
  startSite({ ...emptySite, invited_moderators: 2 })
  expect((await list()).getByText('2 invited, who have not accepted yet.')).toBeTruthy()
})

test('a step leads to its place', async () => {
  startSite({ ...completeSite, missing_pages: ['terms'], moderators: 0 })
  const steps = await list()
  const follow = (name: string) => userEvent.click(steps.getByRole('link', { name }))
  await screen.findByRole('heading', { name: 'Staff' })
  await follow('Read and edit: terms, privacy, guidelines and contact')
  expect(document.activeElement?.textContent).toBe('Pages')
  await follow('Invite: moderators')
  expect(document.activeElement?.textContent).toBe('Registration and invitations')
  await follow('Change: name and look')
  expect(document.activeElement?.textContent).toBe('Name and look')
  expect(steps.getByRole('link', { name: 'Change: officials' }).getAttribute('href')).toBe('/admin/officials')
})

test('is closed for all admins, done or not, and comes back from the state of the site', async () => {
  const fake = startSite(emptySite)
  fake.respondError(closeSetup, { status: 500 })
  await userEvent.click(await screen.findByRole('button', { name: 'Close the list' }))
  expect(await (await list()).findByRole('alert')).toBeTruthy()

  fake.respond(closeSetup, { ...emptySite, is_closed: true })
  fake.respond(getSetup, { ...completeSite, is_closed: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Close the list' }))
  const state = within(await screen.findByRole('region', { name: 'State of the site' }))
  expect(await state.findByText(/^8 of 8 done/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Set up this site' })).toBeNull()
  // What was pressed is gone both times.
  expect(document.activeElement?.textContent).toBe('Show the list again')

  fake.respond(closeSetup, emptySite)
  fake.respond(getSetup, completeSite)
  await userEvent.click(state.getByRole('button', { name: 'Show the list again' }))
  expect((await headings()).every((text) => text?.endsWith(', done'))).toBe(true)
  expect(document.activeElement?.textContent).toBe('Set up this site')
  expect(fake.callsOf(closeSetup).map(({ body }) => body)).toEqual([
    { is_closed: true },
    { is_closed: true },
    { is_closed: false },
  ])
})

test('a link from an empty page shows the list also after it was closed', async () => {
  startSite({ ...emptySite, is_closed: true }, '/admin#setup-polls')
  expect(await headings()).toHaveLength(8)
})

test('a link to a step opens it and takes the focus, also from the page of the list', async () => {
  const { router } = startSite(emptySite)
  await headings()
  expect(screen.queryByRole('list', { name: 'Templates of polls' })).toBeNull()

  await act(() => router.navigate({ to: '/admin', hash: 'setup-polls' }))

  expect(await screen.findByRole('list', { name: 'Templates of polls' })).toBeTruthy()
  expect(document.activeElement?.closest('li')?.textContent).toContain('First three polls')
  expect(document.activeElement?.querySelector('details')?.open).toBe(true)
})

test('a failure of the list leaves the rest of the page, and offers another try', async () => {
  const fake = startSite(emptySite)
  fake.respondError(getSetup, { status: 500 })
  expect(await screen.findByText('The list of the set-up could not be loaded')).toBeTruthy()
  expect(await screen.findByText('PostgreSQL 18.1, 1 MB')).toBeTruthy()
  fake.respond(getSetup, emptySite)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await headings()).toHaveLength(8)
})

test('sends a test mail, and shows what the mail server said', async () => {
  const fake = startSite({ ...emptySite, sends_mail: true })
  const press = async () => userEvent.click((await list()).getByRole('button', { name: 'Send a test to myself' }))
  fake.respond(sendTestMail, { to: 'ada@a.example', is_accepted: false, is_sent: true, answer: '554 No' })
  await list()
  await press()
  expect((await screen.findByRole('alert')).textContent).toMatch(/to ada@a\.example was not taken.*554 No$/)

  fake.respond(sendTestMail, { to: 'ada@a.example', is_accepted: true, is_sent: true, answer: '250 Queued' })
  fake.respond(getSetup, { ...emptySite, sends_mail: true, mail_tested_at: '2026-11-20T12:00:00Z' })
  await press()
  await waitFor(async () => expect(await headings()).toContain('Mail, done'))
  expect(screen.getByText(/took a mail to ada@a\.example, and said/)).toBeTruthy()

  fake.respond(sendTestMail, { to: 'ada@a.example', is_accepted: true, is_sent: false, answer: '/data/mail/1.eml' })
  await press()
  expect(await screen.findByText(/is a file on the server/)).toBeTruthy()

  fake.respondError(sendTestMail, { status: 429, body: { code: 'too_many_attempts', detail: 'Too many.' } })
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe('Too many.')
})
