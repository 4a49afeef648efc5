import { getRollCall, listPositions, type RecordedPosition } from '@wtpu/contract/roll-calls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cellsOf } from '#testing/cells-of.ts'
import { fakeApi, openPage } from '#testing/fake-api.tsx'
import { makeRollCallPage } from '#testing/fake-roll-calls.ts'

const pat: RecordedPosition = { politician: 3, name: 'Pat Doe', party: 'D', state: 'NY', position: 'nay' }

function openRollCall() {
  const fake = fakeApi()
  fake.respond(getRollCall, makeRollCallPage({ id: 9 }))
  fake.respond(listPositions, { results: [pat], next: null, count: 1 })
  openPage('/roll-calls/9')
  return fake
}

test('shows visitors what was voted on, how it ended, and totals by party in the order of the server', async () => {
  openRollCall()

  expect(await screen.findByRole('heading', { level: 1, name: 'Act 9' })).toBeTruthy()
  expect(screen.getByText('Senate vote 372 of the 119th Congress')).toBeTruthy()
  expect(screen.getByText('On Passage of the Bill')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Result in numbers' }).textContent).toBe(
    'Yes52No47Abstain (present)0Not voting1',
  )
  expect(cellsOf(screen.getByRole('table', { name: 'Votes by party: Act 9' }))).toEqual([
    ['Party', 'Yes', 'No', 'Abstain (present)', 'Not voting'],
    ['Republican', '50', '2', '0', '1'],
    ['Democrat', '2', '43', '0', '0'],
    ['Independent', '0', '2', '0', '0'],
  ])
  await waitFor(() => expect(document.title).toContain('Act 9'))
})

test('shows a vote for a name without yes and no, parties and map', async () => {
  openRollCall().respond(
    getRollCall,
    makeRollCallPage({
      id: 9,
      question: 'Election of the Speaker',
      result: 'Johnson (LA)',
      yeas: null,
      nays: null,
      for_winner: 218,
      for_other: 216,
      parties: [],
      states: [],
      is_contested: false,
    }),
  )

  expect((await screen.findByRole('region', { name: 'Result in numbers' })).textContent).toBe(
    'For the winner218For someone else216Abstain (present)0Not voting1',
  )
  expect(screen.getByText('Members voted for a name here, not yes or no.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^By (party|state)$/ })).toBeNull()
  const choices = within(await screen.findByRole('combobox', { name: 'Vote' })).getAllByRole('option')
  expect(choices.map((choice) => choice.textContent)).toEqual([
    'All Votes',
    'For the winner',
    'For someone else',
    'Abstain (present)',
    'Not voting',
  ])
})

test('says what was needed where yes and no do not explain the result', async () => {
  openRollCall().respond(getRollCall, makeRollCallPage({ id: 9, majority: 'The Vice President broke the tie.' }))

  expect(await screen.findByText('The Vice President broke the tie.')).toBeTruthy()
})

test('shows the states as a map and as a table', async () => {
  openRollCall()

  const table = await screen.findByRole('table', { name: 'Votes by state: Act 9' })
  expect(cellsOf(table).slice(1)).toEqual([
    ['Maine', '1', '1', '0', '0'],
    ['New York', '0', '2', '0', '0'],
    ['Texas', '2', '0', '0', '0'],
  ])
  expect(screen.getByTitle('New York: most voted no').textContent).toBe('NYN')
  expect(screen.getByTitle('Maine: as many yes as no').textContent).toBe('ME=')
  expect(screen.getByTitle('Ohio: no vote of yes or no').textContent).toBe('OH')
})

test('names source, files, corrections with their date and polls about the roll call', async () => {
  openRollCall()

  expect((await screen.findByRole('region', { name: 'Source' })).textContent).toMatch(
    /Voteview, imported Nov 20, 2026.*Lewis/,
  )
  expect(screen.getByRole('link', { name: 'Download all votes (CSV)' }).getAttribute('href')).toBe(
    '/api/roll-calls/9/votes.csv',
  )
  expect(screen.getByRole('link', { name: 'Download all votes (JSON)' }).getAttribute('href')).toBe(
    '/api/roll-calls/9/votes.json',
  )
  expect(screen.getByRole('region', { name: 'Corrections by the source' }).textContent).toContain(
    'Nov 15, 2026Vote of Pat Doe: No → became Yes',
  )
  expect(screen.getByRole('link', { name: /Should the act pass/ }).getAttribute('href')).toBe('/polls/5')
  expect(screen.queryByText('Made up for this demo')).toBeNull()
})

test('filters members, loads more of them, and says when none match', async () => {
  const fake = openRollCall()
  fake.respond(listPositions, ({ search }) => {
    if (search.get('q') === 'nobody') return { results: [], next: null, count: 0 }
    if (search.get('cursor')) return { results: [{ ...pat, politician: null, name: 'Jo Old' }], next: null, count: 2 }
    return { results: [pat], next: 'c2', count: 2 }
  })
  expect((await screen.findByRole('link', { name: 'Pat Doe' })).getAttribute('href')).toBe('/politicians/3')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  const former = await screen.findByRole('rowheader', { name: 'Jo Old' })
  expect(within(former).queryByRole('link')).toBeNull()
  const count = screen.getByText('2 members, by last name')

  for (const [label, option] of [
    ['Party', 'Democrat'],
    ['State', 'New York'],
    ['Vote', 'Not voting'],
  ] as const)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search members' }), 'nobody{Enter}')
  expect(await screen.findByText('No members found')).toBeTruthy()
  // The same element, or screen readers would not read it.
  expect(count.textContent).toBe('0 members, by last name')
  expect(Object.fromEntries(fake.callsOf(listPositions).at(-1)?.search ?? [])).toEqual({
    party: 'D',
    state: 'NY',
    position: 'not_voting',
    q: 'nobody',
  })

  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByRole('link', { name: 'Pat Doe' })).toBeTruthy()
})

test('shows a skeleton, then an error of the page and one of the list, each with Try Again', async () => {
  const fake = openRollCall()
  fake.respondError(getRollCall, { status: 503 })
  fake.respondError(listPositions, { status: 503 })
  expect(await screen.findByText('Loading roll call...')).toBeTruthy()
  expect(await screen.findByText('The roll call could not be loaded')).toBeTruthy()
  fake.respond(getRollCall, makeRollCallPage({ id: 9, is_sample: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Made up for this demo')).toBeTruthy()
  expect(await screen.findByText('The members could not be loaded')).toBeTruthy()
  fake.respond(listPositions, { results: [pat], next: null, count: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('link', { name: 'Pat Doe' })).toBeTruthy()
})

test('says that a roll call does not exist', async () => {
  const fake = openRollCall()
  fake.respondError(getRollCall, { status: 404 })

  expect(await screen.findByRole('heading', { level: 1, name: 'Roll call not found' })).toBeTruthy()
})
