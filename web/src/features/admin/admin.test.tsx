import { getRetention } from '@wtpu/contract/accounts/retention'
import * as admin from '@wtpu/contract/on-demand/admin'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import * as site from '@wtpu/contract/site/identity'
import { listInvitations } from '@wtpu/contract/site/invitations'
import { getManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import { getSetup } from '@wtpu/contract/site/on-demand/setup'
import { getSitePage, publishSitePage, type SitePage } from '@wtpu/contract/site/site-pages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { allPartsOn, emptySite, noRetention } from '#testing/fake-admin.ts'
import { draftPlaceholders } from './drafts/placeholders.ts'
import privacy from './drafts/privacy.md?raw'
import terms from './drafts/terms.md?raw'
import { pollNumber } from './featured-polls.tsx'

const ada: admin.ManagedAccount = {
  id: 3,
  name: 'Ada Lovelace',
  username: 'ada',
  email: 'ada@wtpu.example',
  role: 'admin',
  verified: false,
}

const versioned = (version: number, text: string): SitePage => {
  const current = { version, published_at: '2026-11-20T12:00:00Z', what_changed: '' }
  return { text, current, versions: [current] }
}

const siteState: admin.SiteState = {
  version: '1.0.0',
  database: { version: '18.1', bytes: 12_300_000 },
  mail: { is_sent: false, waiting: 3, retried: 1 },
  last_import: null,
  last_backup: null,
  can_seal: false,
  open_cases: 12,
}

function startSite(change?: (fake: ReturnType<typeof fakeApi>) => void) {
  signedIn()
  const fake = fakeApi()
  fake.respond(admin.getSiteState, siteState)
  fake.respond(admin.listStaff, [ada])
  fake.respond(admin.listManagedPolls, [{ id: 7, question: 'Longer terms?', is_closed: true }])
  fake.respond(admin.listManagedCategories, [
    { id: 1, name: 'Economy', in_use: true },
    { id: 2, name: 'Parks', in_use: false },
  ])
  fake.respond(site.getSiteIdentity, { identity: defaultIdentity, logo: null, version: 0 })
  fake.respond(listInvitations, { is_closed: false, results: [] })
  fake.respond(getRetention, noRetention)
  fake.respond(getManagedParts, allPartsOn)
  fake.respond(getSetup, emptySite)
  change?.(fake)
  openPage('/admin')
  return fake
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows the state of the site, staff, featured polls and categories', async () => {
  startSite()
  const state = await section('State of the site')
  expect(await state.findByText('PostgreSQL 18.1, 13 MB')).toBeTruthy()
  expect(state.getByText(/mails are files on the server; 3 waiting, 1 of them could not be sent/)).toBeTruthy()
  expect(state.getByText(/^Never, by this command/)).toBeTruthy()
  expect(state.getByText(/^Not sealed: JWT_SECRET/)).toBeTruthy()
  expect(state.getByRole('link', { name: '12 open cases' }).getAttribute('href')).toBe('/moderation')
  expect(await screen.findByText('@ada · ada@wtpu.example')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Longer terms?' })).toBeTruthy()
  // A category in use is not deleted.
  expect((await screen.findAllByRole('button', { name: /^Delete / })).map((button) => button.ariaLabel)).toEqual([
    'Delete Parks',
  ])
})

test('finds an account, gives it a role, and says why that failed', async () => {
  const fake = startSite()
  const staff = await section('Staff')
  fake.respond(admin.findManagedAccount, ({ search }) =>
    search.get('q') === 'lin' ? [{ ...ada, id: 9, name: 'Lin', username: 'lin', role: 'user' as const }] : [],
  )
  const field = await staff.findByRole('textbox', { name: 'Another account' })
  await userEvent.type(field, 'nobody{Enter}')
  expect(await staff.findByText('There is no account with this email or username.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'lin{Enter}')
  const role = await staff.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Lin' })
  fake.respondError(admin.updateManagedAccount, {
    status: 409,
    body: { code: 'last_admin', detail: 'The site needs an admin.' },
  })
  await userEvent.selectOptions(role, 'Moderator')
  expect(fake.callsOf(admin.updateManagedAccount)).toHaveLength(0)
  await userEvent.click(staff.getByRole('button', { name: 'Change the role of Lin' }))
  expect((await staff.findByRole('alert')).textContent).toBe('The site needs an admin.')
  expect(role.value).toBe('moderator')
  expect(fake.callsOf(admin.updateManagedAccount).at(-1)).toMatchObject({
    path: '/api/admin/accounts/9/',
    body: { role: 'moderator' },
  })
})

test('features a poll by its address, and keeps what was typed if that failed', async () => {
  const fake = startSite()
  const polls = await section('Featured polls')
  const field = await polls.findByRole<HTMLInputElement>('textbox', { name: 'Feature a poll' })
  await userEvent.type(field, 'no poll{Enter}')
  expect(await polls.findByText('This is no address of a poll.')).toBeTruthy()
  await userEvent.clear(field)
  fake.respondError(admin.featurePoll, { status: 404, body: { code: 'not_found', detail: 'Poll not found.' } })
  await userEvent.type(field, 'https://wtpu.example/polls/12?x=1{Enter}')
  expect(await polls.findByText('Poll not found.')).toBeTruthy()
  expect(field.value).toBe('https://wtpu.example/polls/12?x=1')
  fake.respond(admin.featurePoll, [])
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(field.value).toBe(''))
  expect(fake.callsOf(admin.featurePoll).at(-1)?.path).toBe('/api/admin/featured-polls/12/')
  expect(['12', '/polls/12', 'https://a.example/polls/12/', '12a', '/forums/12', '0'].map(pollNumber)).toEqual([
    12,
    12,
    12,
    undefined,
    undefined,
    undefined,
  ])
})

test('adds, renames, moves and deletes categories', async () => {
  const fake = startSite()
  const categories = await section('Categories')
  for (const endpoint of [admin.createCategory, admin.moveCategory, admin.deleteCategory]) fake.respond(endpoint, [])
  fake.respondError(admin.renameCategory, {
    status: 409,
    body: { code: 'category_exists', detail: 'There is already a category with this name.' },
  })
  await userEvent.type(await categories.findByRole('textbox', { name: 'New category' }), 'Rail{Enter}')
  await waitFor(() => expect(fake.callsOf(admin.createCategory)[0]?.body).toEqual({ name: 'Rail' }))
  await userEvent.click(categories.getByRole('button', { name: 'Move Parks up' }))
  await waitFor(() => expect(fake.callsOf(admin.moveCategory)[0]?.body).toEqual({ direction: 'up' }))
  await userEvent.click(categories.getByRole('button', { name: 'Delete Parks' }))
  await waitFor(() => expect(fake.callsOf(admin.deleteCategory)[0]?.path).toBe('/api/admin/categories/2/'))

  await userEvent.click(categories.getByRole('button', { name: 'Rename Economy' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Economy' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' and work{Enter}')
  expect(await dialog.findByText('There is already a category with this name.')).toBeTruthy()
  expect(fake.callsOf(admin.renameCategory)[0]?.body).toEqual({ name: 'Economy and work' })
})

test('changes the name, says what is wrong with a color, and offers the nearest that works', async () => {
  const fake = startSite()
  const look = await section('Name and look')
  const name = await look.findByRole<HTMLInputElement>('textbox', { name: 'Name of the site' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Civic Post')
  await userEvent.type(look.getByRole('textbox', { name: 'Color in the light theme' }), '#a9bdff')
  await userEvent.click(look.getByRole('checkbox', { name: /^98% accuracy.*Home/ }))
  await userEvent.click(look.getByRole('button', { name: 'Remove link 1' }))
  expect(document.activeElement).toBe(look.getByRole('textbox', { name: 'Name of link 1' }))
  await userEvent.click(look.getByRole('button', { name: 'Save name and look' }))
  expect(await look.findByText(/^This color is hard to read in the light theme/)).toBeTruthy()
  expect(fake.callsOf(site.changeSiteIdentity)).toHaveLength(0)
  await userEvent.click(look.getByRole('button', { name: /^Use #/ }))
  expect(document.activeElement).toBe(look.getByRole('textbox', { name: 'Color in the light theme' }))
  fake.respond(site.changeSiteIdentity, {
    identity: { ...defaultIdentity, name: 'Civic Post' },
    logo: null,
    version: 1,
  })
  await userEvent.click(look.getByRole('button', { name: 'Save name and look' }))
  await waitFor(() =>
    expect(fake.callsOf(site.changeSiteIdentity)[0]?.body).toMatchObject({
      identity: {
        name: 'Civic Post',
        tagline: defaultIdentity.tagline,
        hidden: ['accuracy'],
        social: defaultIdentity.social.slice(1),
      },
      version: 0,
    }),
  )
})

test('switches all fixed figures off at once', async () => {
  const fake = startSite()
  const look = await section('Name and look')
  const none = await look.findByRole<HTMLInputElement>('checkbox', { name: 'Show none of these figures' })
  expect(none.checked).toBe(false)
  await userEvent.click(none)
  expect(look.queryByRole('checkbox', { name: /\(Home\)$/ })).toBeNull()
  fake.respond(site.changeSiteIdentity, { identity: defaultIdentity, logo: null, version: 1 })
  await userEvent.click(look.getByRole('button', { name: 'Save name and look' }))
  await waitFor(() => expect(fake.callsOf(site.changeSiteIdentity)).toHaveLength(1))
  const all = site.figurePages.flatMap(([, figures]) => figures.map(({ label }) => label))
  expect(fake.callsOf(site.changeSiteIdentity)[0]?.body).toMatchObject({
    identity: { hidden: expect.arrayContaining(all) },
  })
})

test('shows what another admin saved meanwhile, and keeps what was typed, also over a reload', async () => {
  sessionStorage.setItem('draft:7:identity', JSON.stringify({ edits: { name: 'Mine' }, before: { name: 'Old' } }))
  const fake = startSite()
  const look = await section('Name and look')
  expect((await look.findByRole<HTMLInputElement>('textbox', { name: 'Name of the site' })).value).toBe('Mine')
  expect(look.getByText(`Saved meanwhile: ${defaultIdentity.name}`)).toBeTruthy()
  await userEvent.click(look.getByRole('button', { name: 'Discard changes' }))
  expect(document.activeElement).toBe(look.getByRole('form', { name: 'Name and look' }))
  const tagline = await look.findByRole<HTMLInputElement>('textbox', { name: 'Tagline' })
  await userEvent.type(tagline, '!')
  const theirs = (identity: Partial<typeof defaultIdentity>) =>
    fake.respond(site.getSiteIdentity, { identity: { ...defaultIdentity, ...identity }, logo: null, version: 1 })
  fake.respondError(site.changeSiteIdentity, { status: 409, body: { code: 'changed_meanwhile', detail: 'Changed.' } })
  theirs({ name: 'Theirs' })
  await userEvent.click(look.getByRole('button', { name: 'Save name and look' }))
  expect(await look.findByText(/^Another admin has changed other fields\./)).toBeTruthy()
  theirs({ name: 'Theirs', tagline: 'Their tagline' })
  await userEvent.click(look.getByRole('button', { name: 'Save name and look' }))
  expect(await look.findByText('Saved meanwhile: Their tagline')).toBeTruthy()
  expect(tagline.value).toBe(`${defaultIdentity.tagline}!`)
  // What was not edited is theirs.
  expect(look.getByRole<HTMLInputElement>('textbox', { name: 'Name of the site' }).value).toBe('Theirs')
  fake.respond(site.changeSiteIdentity, { identity: defaultIdentity, logo: null, version: 2 })
  await userEvent.click(look.getByRole('button', { name: 'Save name and look' }))
  await waitFor(() =>
    expect(fake.callsOf(site.changeSiteIdentity).at(-1)?.body).toMatchObject({
      identity: { name: 'Theirs', tagline: `${defaultIdentity.tagline}!` },
      version: 1,
    }),
  )
})

test('does not exist for others, and offers another try after a failure', async () => {
  const fake = startSite((api) => api.respondError(admin.getSiteState, { status: 500 }))
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  fake.respondError(admin.getSiteState, { status: 404, body: { code: 'not_found', detail: 'Page not found.' } })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('shows the steps of the set-up once the parts that they lead to are there', async () => {
  let respond = (_state: admin.SiteState) => {}
  startSite((api) => api.respond(admin.getSiteState, () => new Promise((resolve) => (respond = resolve))))
  expect(await screen.findByText('Loading...')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Set up this site' })).toBeNull()
  respond(siteState)
  expect(await screen.findByRole('heading', { name: 'Set up this site' })).toBeTruthy()
  expect(document.getElementById('name-and-look')).toBeTruthy()
})

test('the placeholders of the drafts are known', () => {
  const found = `${terms}${privacy}`.match(/\[[A-Z][^\]]+\]/g) ?? []
  expect(new Set(found)).toEqual(new Set(draftPlaceholders))
})

test('publishes a page that starts from the draft, and keeps what is typed if another admin was faster', async () => {
  const fake = startSite()
  const pages = await section('Pages')
  await userEvent.click(await pages.findByRole('button', { name: 'Write: Terms of Service' }))
  await userEvent.click(pages.getByRole('button', { name: 'Publish' }))
  await userEvent.click(pages.getByRole('button', { name: 'Start from the draft' }))
  const text = await pages.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of Terms of Service' })
  await waitFor(() => expect(text.value).toContain('WTPU is run by'))
  expect(document.activeElement).toBe(text)
  expect(text.value).not.toContain('{site}')

  await userEvent.click(pages.getByRole('button', { name: 'Publish' }))
  expect(await pages.findByText(/^The draft left something open: \[DRAFT\] in line 1, /)).toBeTruthy()
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('[DRAFT]')
  fake.respondError(publishSitePage, { status: 409, body: { code: 'changed_meanwhile', detail: 'Changed meanwhile.' } })
  fake.respond(getSitePage, versioned(1, 'Of another admin'))
  await userEvent.click(pages.getByRole('button', { name: 'Publish' }))
  expect(await pages.findByText('Of another admin')).toBeTruthy()
  expect(text.value).toContain('WTPU is run by')

  fake.respond(publishSitePage, versioned(2, 'Mine'))
  await userEvent.click(pages.getByRole('button', { name: 'I have compared them: keep mine' }))
  expect(pages.queryByRole('alert')).toBeNull()
  await userEvent.click(pages.getByRole('button', { name: 'Publish' }))
  expect(await pages.findByText('Say in a sentence what changed.')).toBeTruthy()
  await userEvent.type(pages.getByRole('textbox', { name: 'What changed' }), 'Ours now')
  await userEvent.click(pages.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(pages.queryByRole('textbox', { name: 'What changed' })).toBeNull())
  expect(document.activeElement).toBe(pages.getByRole('button', { name: 'Write: Terms of Service' }))
  await userEvent.click(pages.getByRole('link', { name: 'Back to the steps' }))
  expect(document.activeElement?.textContent).toBe('Set up this site')
  expect(fake.callsOf(publishSitePage).map(({ body }) => body)).toEqual([
    expect.objectContaining({ version: 0, what_changed: '' }),
    expect.objectContaining({ version: 1, what_changed: 'Ours now', text: text.value }),
  ])
})
