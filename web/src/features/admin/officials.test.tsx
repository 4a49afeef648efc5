import {
  getOfficials,
  importOfficials,
  stopImport,
  type OfficialsReport,
  type OfficialsState,
  type SourceChanges,
} from '@wtpu/contract/site/officials'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

const none: OfficialsState = { running: null, last_import: null, in_office: [], photos: { stored: 0, all: 0 } }
const changes: SourceChanges = {
  source: 'own',
  added: ['Ada Ashgrove'],
  updated: [],
  unchanged: 2,
  ended: ['Ben Birchmere'],
  skipped: [],
  notes: ['Ada Ashgrove: “None” is shown as no party'],
}
const checked: OfficialsReport = {
  checksum: 'c1',
  is_imported: false,
  sources: [changes],
  states_without_governor: null,
}

function start(state: OfficialsState = none) {
  signedIn()
  const fake = fakeApi()
  fake.respond(getOfficials, state)
  openPage('/admin/officials')
  return fake
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const file = new File(['name,office'], 'harbor.csv', { type: 'text/csv' })

test('checks a file, shows what would change, and imports that', async () => {
  const fake = start()
  expect(await screen.findByText('The site has no officials yet. Import them below.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^Files/ }))
  await press('Check')
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a file first.')
  expect(document.activeElement).toBe(screen.getByLabelText('Your own list'))
  await userEvent.upload(screen.getByLabelText('Your own list'), file)

  fake.respond(importOfficials, checked)
  await press('Check')
  const report = within(await screen.findByRole('region', { name: '2 changes' }))
  expect(report.getByText('1 added · 0 changed · 1 ended · 2 unchanged')).toBeTruthy()
  expect(report.getByText('Ben Birchmere')).toBeTruthy()

  fake.respond(importOfficials, { ...checked, is_imported: true })
  fake.respond(getOfficials, { ...none, in_office: [{ source: 'own', count: 3 }] })
  await press('Import')
  expect(await screen.findByRole('region', { name: 'Imported' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Imported')
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('definition').textContent).toBe('3'))
  expect(fake.callsOf(importOfficials).map(({ body }) => body)).toEqual([
    { from: 'files', names: 'harbor.csv', own: file },
    { from: 'files', names: 'harbor.csv', own: file, checksum: 'c1' },
  ])
})

test('says why a check failed, and keeps the file that was chosen', async () => {
  const fake = start()
  await userEvent.click(await screen.findByRole('radio', { name: /^Files/ }))
  await userEvent.upload(screen.getByLabelText('Your own list'), file)
  const detail = 'harbor.csv, line 3, column 2 (office) is empty. Nothing was changed.'
  fake.respondError(importOfficials, { status: 400, body: { code: 'import_failed', detail } })
  await press('Check')
  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(screen.getByLabelText<HTMLInputElement>('Your own list').files).toHaveLength(1)
})

test('another choice hides the report of the earlier one', async () => {
  const fake = start()
  fake.respond(importOfficials, checked)
  await press('Check')
  expect(await screen.findByRole('button', { name: 'Import' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^Files/ }))
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('nothing to change needs no import', async () => {
  const fake = start()
  fake.respond(importOfficials, { ...checked, sources: [{ ...changes, added: [], ended: [], notes: [] }] })
  await press('Check')
  expect(await screen.findByRole('region', { name: 'Nothing would change' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('shows an import that runs elsewhere, and how many photos are fetched', async () => {
  start({
    running: 'Reading Congress: 12 kB',
    last_import: '2026-11-20T12:00:00Z',
    in_office: [{ source: 'congress', count: 535 }],
    photos: { stored: 100, all: 535 },
  })
  expect(await screen.findByText('Reading Congress: 12 kB')).toBeTruthy()
  expect(screen.getByText(/Photos: 100 of 535 fetched\.$/)).toBeTruthy()
})

test('stops what is running', async () => {
  const fake = start({ ...none, running: 'Reading Congress: 12 kB' })
  const ended = 'No check or import is running.'
  fake.respondError(stopImport, { status: 409, body: { code: 'import_ended', detail: ended } })
  await press('Stop')
  expect((await screen.findByRole('alert')).textContent).toBe(ended)
  fake.respond(stopImport, { stopped: true })
  fake.respond(getOfficials, none)
  await press('Stop')
  expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Import')
})

test('a failure offers another try, and for everyone else the page does not exist', async () => {
  signedIn()
  const fake = fakeApi()
  fake.respondError(getOfficials, { status: 500 })
  openPage('/admin/officials')
  expect(await screen.findByText('The officials could not be loaded')).toBeTruthy()
  fake.respondError(getOfficials, { status: 404 })
  await press('Try Again')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})
