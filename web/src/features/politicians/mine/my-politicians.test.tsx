import { getAgreement } from '@wtpu/contract/roll-calls'
import { listMyPoliticians, type MyPolitician } from '@wtpu/contract/my-politicians'
import { site } from '@wtpu/contract/site/name'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makeVote, noAgreement, source } from '#testing/fake-roll-calls.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'

const agreement = {
  common: 20,
  agreed: 15,
  percent: 75,
  before: { common: 12, agreed: 10 },
  after: { common: 8, agreed: 5 },
}

afterEach(() => void (site.local = undefined))

function makeMine(over: Partial<MyPolitician> = {}): MyPolitician {
  return {
    ...makePolitician({ id: 3, name: 'Pat Doe', state: 'NY', office: 'Rep' }),
    district: 12,
    votes: [makeVote({ id: 8, position: 'not_voting' })],
    polls: [{ id: 5, question: 'Is Pat Doe at work?', closes_at: null }],
    new_votes: 4,
    new_polls: 1,
    agreement,
    ...over,
  }
}

function open(path: string) {
  const fake = fakeApi()
  fake.respond(listMyPoliticians, { state: 'NY', district: 12, needs_district: false, results: [makeMine()], source })
  signedIn()
  openPage(path)
  return fake
}

test.each([
  ['/dashboard', 'Dashboard'],
  ['/politicians?mine=1', 'Your representatives'],
])('%s shows the viewer’s representatives', async (path, title) => {
  open(path)

  expect(await screen.findByRole('heading', { level: 1, name: 'Your representatives' })).toBeTruthy()
  const card = within(await screen.findByRole('article', { name: 'Pat Doe' }))
  expect(card.getByText('New York, district 12')).toBeTruthy()
  expect(card.getByText(/in the last 30 days/).textContent).toBe('New 4 votes and 1 poll in the last 30 days')
  expect(card.getByRole('link', { name: 'S. 8: Act 8' }).getAttribute('href')).toBe('/roll-calls/8')
  expect(card.getByText('Not voting')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Is Pat Doe at work?' }).getAttribute('href')).toBe('/polls/5')
  expect(card.getByRole('link', { name: 'All votes of Pat Doe' }).getAttribute('href')).toBe(
    '/politicians/3?tab=records',
  )
  expect(screen.getByRole('region', { name: 'Source' }).textContent).toContain('Voteview, imported Nov 20, 2026')
  await waitFor(() => expect(document.title).toBe(`${title} | WTPU`))
})

test('shows how often the viewer and the official agreed, and the list behind it', async () => {
  const fake = open('/dashboard')
  fake.respond(getAgreement, {
    ...agreement,
    results: [
      {
        poll: { id: 6, question: 'Should the act pass?' },
        roll_call: makeVote({ id: 8 }),
        answer: 'Yes, now',
        my_position: 'yea',
        answered_before: true,
        position: 'nay',
      },
    ],
    next: null,
  })
  expect(await screen.findByText(/^Of 12 that you answered before/)).toHaveProperty(
    'textContent',
    'Of 12 that you answered before the vote, you agreed on 10. Of 8 that you answered after the vote, you agreed on 5. Only you see this. How this is computed',
  )
  await userEvent.click(screen.getByText('You agreed on 15 of 20 (75%)', { ignore: '.sr-only' }))

  const list = within(await screen.findByRole('list', { name: 'Common votes with Pat Doe' }))
  expect(list.getByRole('link', { name: 'Should the act pass?' }).getAttribute('href')).toBe('/polls/6')
  expect(list.getByText('Your answer, before the vote: Yes, now')).toBeTruthy()
  expect(list.getByText('No').className).toContain('text-bad')
})

test('shows no percentage where there is none, and only what happened', async () => {
  const fourOfFour = { common: 4, agreed: 4 }
  open('/dashboard').respond(listMyPoliticians, {
    state: 'NY',
    district: 12,
    needs_district: false,
    results: [
      makeMine({ agreement: { ...noAgreement, common: 4, agreed: 4, after: fourOfFour }, votes: [], polls: [] }),
    ],
    source: null,
  })

  expect(screen.queryByText(/before the vote/)).toBeNull()
  const summary = (await screen.findByText('You agreed on 4 of 4')).closest('summary')
  expect(summary?.textContent).toBe('You agreed on 4 of 4 with Pat Doe')
})

test('says nothing of votes in Congress where all officials are of the site’s own place', async () => {
  site.local = true
  const mayor = { ...makeMine({ agreement: noAgreement, votes: [], polls: [] }), office: 'Mayor', state: 'Harbor City' }
  const fake = open('/dashboard')
  fake.respond(listMyPoliticians, {
    state: 'NY',
    district: null,
    needs_district: false,
    results: [mayor],
    source: null,
  })

  expect(await screen.findByText('See their ratings and the open polls about them.')).toBeTruthy()
  expect(screen.queryByText('How this is computed')).toBeNull()
})

test('says where officials are whose place is not that of the whole site', async () => {
  site.local = true
  const fake = open('/dashboard')
  fake.respond(listMyPoliticians, { state: 'OH', district: null, needs_district: false, results: [], source: null })

  expect(await screen.findByText('No officials of the whole site yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All officials' }).getAttribute('href')).toBe('/politicians')
})

test('asks for the district, or for the state', async () => {
  const fake = open('/dashboard')
  fake.respond(listMyPoliticians, { state: 'NY', district: null, needs_district: true, results: [makeMine()], source })
  expect(await screen.findByRole('link', { name: 'Set your district' })).toBeTruthy()
})

test('shows a skeleton, an error with Try Again, and what to do without a state', async () => {
  const fake = open('/dashboard')
  fake.respondError(listMyPoliticians, { status: 503 })
  expect(await screen.findByText('Loading your representatives...')).toBeTruthy()
  expect(await screen.findByText('Your representatives could not be loaded')).toBeTruthy()
  fake.respond(listMyPoliticians, { state: null, district: null, needs_district: false, results: [], source: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('Where do you live?')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Profile Settings' }).getAttribute('href')).toBe('/profile-settings')
})

test('visitors see the placeholder of the dashboard', async () => {
  fakeApi()
  openPage('/dashboard')

  expect(await screen.findByText('Planned Features')).toBeTruthy()
  expect(screen.queryByText('Your representatives')).toBeNull()
})
