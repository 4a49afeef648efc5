import { changeSiteParts, getManagedParts, type ManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import { getSetup } from '@wtpu/contract/site/on-demand/setup'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { allPartsOn, completeSite, emptySite, startSite } from '#testing/fake-admin.ts'

const stored: ManagedParts = {
  ...allPartsOn,
  counts: [
    { part: 'walls', content: 1, open_cases: 0 },
    { part: 'officials', content: 10_000, open_cases: 0 },
    { part: 'boiler-room', content: 1_204, open_cases: 9 },
  ],
}

function openParts(parts = stored) {
  const fake = startSite(completeSite, '/admin/parts')
  fake.respond(getManagedParts, parts)
  return fake
}

const find = (name: string) => screen.findByRole('switch', { name })
const shownOff = () =>
  screen.getAllByRole<HTMLInputElement>('switch').flatMap((one) => (one.checked ? [] : [one.labels?.[0]?.textContent]))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const dialog = async () => within(await screen.findByRole('dialog'))

test('a preset only sets switches, which can be changed and discarded', async () => {
  const fake = openParts()
  await userEvent.click(await screen.findByRole('button', { name: /^Newsroom/ }))
  expect(shownOff()).toEqual([
    'Ratings',
    'Walls',
    'Letters',
    'Boiler Room',
    'Forums',
    'Polls of members',
    'Reasons',
    'Ballots by invitation',
    'Profiles of members',
  ])
  expect(screen.getByRole('button', { name: /^Newsroom/, pressed: true })).toBeTruthy()
  await userEvent.click(await find('Forums'))
  expect(shownOff()).not.toContain('Forums')
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(shownOff()).toEqual([])
  expect(fake.callsOf(changeSiteParts)).toEqual([])
})

test('asks before it switches off, with the counts, what goes off along, and the reason for the log', async () => {
  const fake = openParts()
  await userEvent.click(await find('Boiler Room'))
  await userEvent.click(await find('Officials'))
  expect(await find('Walls')).toHaveProperty('disabled', true)
  await save()
  const asked = await dialog()
  expect(asked.getByRole('heading').textContent).toBe('Switch off Officials and Boiler Room?')
  expect(
    asked.getByText(
      /1 comment on officials, 10,000 or more officials, 1,204 posts and 9 open cases will not be shown\./,
    ),
  ).toBeTruthy()
  expect(asked.getByText('Ratings, Walls, Letters and Votes of Congress')).toBeTruthy()
  await userEvent.type(asked.getByLabelText('Reason'), 'Too few people.')
  fake.respond(changeSiteParts, { off: [], reading: 'everyone', ratings_closed: null, version: 1 })
  await userEvent.click(asked.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(fake.callsOf(changeSiteParts).map(({ body }) => body)).toEqual([
    {
      reading: 'everyone',
      off: ['ratings', 'walls', 'letters', 'officials', 'roll-calls', 'boiler-room'],
      ratings_closed: null,
      version: 0,
      reason: 'Too few people.',
    },
  ])
})

test('shows what another admin has saved meanwhile, and keeps what was chosen and typed', async () => {
  const fake = openParts()
  await userEvent.click(await find('Walls'))
  await save()
  const asked = await dialog()
  await userEvent.type(asked.getByLabelText('Reason'), 'Too few people.')
  fake.respondError(changeSiteParts, { status: 409, body: { code: 'changed_meanwhile', detail: 'Look first.' } })
  fake.respond(getManagedParts, { ...stored, off: ['forums'], version: 7 })
  await userEvent.click(asked.getByRole('button', { name: 'Save' }))
  expect(await asked.findByText('Another admin has saved meanwhile: Forums off.')).toBeTruthy()
  fake.respond(changeSiteParts, { off: ['walls', 'forums'], reading: 'everyone', ratings_closed: null, version: 8 })
  await userEvent.click(asked.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(changeSiteParts).at(-1)?.body).toEqual({
    off: ['walls', 'forums'],
    reading: 'everyone',
    ratings_closed: null,
    version: 7,
    reason: 'Too few people.',
  })
})

test('closes ratings between two days, which have to make sense', async () => {
  openParts()
  const from = await screen.findByLabelText('Close on')
  expect(screen.getByText(/Both days begin at midnight \(Eastern Time\)\./)).toBeTruthy()
  await userEvent.type(from, '2026-11-28')
  await save()
  expect((await screen.findByText('Choose both days, or none.')).closest('div')).toBeTruthy()
  expect(document.activeElement).toBe(from)
  await userEvent.type(screen.getByLabelText('Open again on'), '2026-12-24')
  await save()
  expect(await screen.findByText('The day on which ratings close is over. Choose today or a later day.')).toBeTruthy()
  await userEvent.clear(from)
  await userEvent.type(from, '2026-12-01')
  await save()
  expect(
    (await dialog()).getByText(
      'Ratings are closed from December 1, 2026 to December 24, 2026. They open again by themselves.',
    ),
  ).toBeTruthy()
})

test.each([
  [
    'Newsroom',
    ['ratings', 'walls', 'letters', 'boiler-room', 'forums', 'member-polls', 'reasons', 'circles', 'profiles'],
    'The site is set up for: Newsroom.',
  ],
  ['Everything', [], 'The site is set up for: Everything.'],
  ['Skip', [], 'The question what the site is for was skipped.'],
])('the first question of the set-up is answered by %s', async (answer, off, reason) => {
  const fake = startSite(emptySite)
  fake.respond(changeSiteParts, { off: [], reading: 'everyone', ratings_closed: null, version: 1 })
  const button = await screen.findByRole('button', { name: new RegExp(`^${answer}`) })
  fake.respond(getSetup, { ...emptySite, has_parts: true })
  await userEvent.click(button)
  if (off.length > 0) await userEvent.click((await dialog()).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Chosen. You can change this later.')).toBeTruthy()
  expect(fake.callsOf(changeSiteParts).map(({ body }) => body)).toEqual([
    { off, reading: 'everyone', ratings_closed: null, version: 0, reason },
  ])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Change: parts'))
})
