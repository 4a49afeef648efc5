import { getPolitician, listMyRatings } from '@wtpu/contract/politicians'
import { getUser } from '@wtpu/contract/accounts/accounts'
import { getAgreement, getVotingSummary, listPoliticianVotes } from '@wtpu/contract/roll-calls'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makeVote, noAgreement, noRecords, votingSummary } from '#testing/fake-roll-calls.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'

function openRecords() {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  fake.respond(getPolitician, makePolitician({ id: 3, name: 'Pat Doe', state: 'NY' }))
  fake.respond(listMyRatings, [])
  fake.respond(getVotingSummary, votingSummary)
  fake.respond(getAgreement, { ...noAgreement, results: [], next: null })
  fake.respond(listPoliticianVotes, { results: [makeVote()], next: null, count: 1 })
  signedIn()
  openPage('/politicians/3?tab=records')
  return fake
}

const findTable = async () => within(await screen.findByRole('table'))

test('marks the voting records as sample data for officials without records', async () => {
  openRecords().respond(getVotingSummary, noRecords)

  expect(await screen.findByText('Made up for this demo')).toBeTruthy()
  const table = await findTable()
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Bill name',
    'Category',
    'Vote',
    'Result',
    'Date',
  ])
  const tones = { Yes: 'text-good', No: 'text-bad', Abstain: 'text-warning' }
  for (const [vote, tone] of Object.entries(tones)) {
    for (const badge of table.getAllByText(vote)) expect(badge.className).toContain(tone)
  }
})

test('lists real votes, each with a link to its roll call, and tells present from not voting', async () => {
  openRecords().respond(listPoliticianVotes, {
    results: [
      makeVote({ id: 4 }),
      makeVote({
        id: 3,
        position: 'nay',
        category: 'nomination',
        question: 'On the Nomination',
        result: 'Nomination Confirmed',
        bill: null,
        title: 'Jane Roe, of Ohio',
      }),
      makeVote({ id: 2, position: 'present' }),
      makeVote({ id: 1, position: 'not_voting' }),
    ],
    next: null,
    count: 4,
  })

  const table = await findTable()
  const link = table.getByRole('link', { name: 'S. 4: Act 4' })
  expect(link.getAttribute('href')).toBe('/roll-calls/4')
  expect(table.getByRole('link', { name: 'Jane Roe, of Ohio' })).toBeTruthy()
  expect(table.getAllByRole('row')[2]?.textContent).toBe(
    'Jane Roe, of OhioNominationNo to confirm Jane RoeConfirmedNov 10, 2026',
  )
  const tones = { Yes: 'good', No: 'bad', 'Abstain (present)': 'warning', 'Not voting': 'warning' }
  for (const [label, tone] of Object.entries(tones)) expect(table.getByText(label).className).toContain(`text-${tone}`)
  expect(screen.queryByText('Made up for this demo')).toBeNull()
})

test('says in words how often the official took part and voted with the party, and how that is computed', async () => {
  openRecords()

  const tookPart = await screen.findByText(/took part in/)
  expect(tookPart.textContent).toBe(
    'Pat Doe took part in 598 of 623 votes, from Jan 9, 2025 to Nov 10, 2026. How this is computed',
  )
  expect(screen.getByText(/Voted with most/).textContent).toBe(
    'Voted with most Democrats in 30 of 35 contested votes. How this is computed',
  )
  for (const link of screen.getAllByRole('link', { name: 'How this is computed' }))
    expect(link.getAttribute('href')).toBe('#how-computed')
  const computed = screen.getByRole('region', { name: 'How this is computed' })
  expect(computed.id).toBe('how-computed')
  expect(computed.textContent).toContain(
    'Took part means: voted yes, no, present or for a name. We compare it with all',
  )
  expect(screen.getByRole('region', { name: 'Source' }).textContent).toContain('Voteview, imported Nov 20, 2026')
})

test.each([
  [
    { partial: 'speaker', took_part: 213, recorded: 213, total: 304 },
    'Pat Doe took part in 213 of 304 votes, from Jan 9, 2025 to Nov 10, 2026; the Speaker is recorded only when voting. ',
  ],
  [
    { partial: 'delegate', took_part: 34, recorded: 41, total: 304 },
    'Pat Doe took part in 34 of 41 votes in the Committee of the Whole, the only ones in which delegates vote. The House held 304 votes, from Jan 9, 2025 to Nov 10, 2026. ',
  ],
  [
    { partial: 'unknown', took_part: 90, recorded: 100, total: 150 },
    'Pat Doe took part in 90 of 100 votes that our source has. The chamber held 150 votes, from Jan 9, 2025 to Nov 10, 2026; the source does not say why the others are missing. ',
  ],
] as const)('says why the records are partial: %o', async (partial, text) => {
  openRecords().respond(getVotingSummary, { ...votingSummary, ...partial })

  expect((await screen.findByText(/took part in/)).textContent).toBe(`${text}How this is computed`)
})

test('shows a vote for a name without yes and no', async () => {
  openRecords().respond(listPoliticianVotes, {
    results: [makeVote({ result: 'Johnson (LA)', yeas: null, nays: null, position: 'for_other' })],
    next: null,
    count: 1,
  })

  const table = await findTable()
  expect(table.getByText('For someone else').className).toContain('text-soft')
  expect(table.queryByText(/^(Yes|No)$/)).toBeNull()
})

test('filters votes by category and text, clears the filters, and loads the next page', async () => {
  const fake = openRecords()
  fake.respond(listPoliticianVotes, ({ search }) => {
    if (search.get('q') === 'nothing') return { results: [], next: null, count: 0 }
    return search.get('cursor')
      ? { results: [makeVote({ id: 1 })], next: null, count: 2 }
      : { results: [makeVote({ id: 2 })], next: 'c2', count: 2 }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'S. 1: Act 1' })).toBeTruthy()

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Passage')
  const count = await screen.findByText('2 votes, newest first')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search votes' }), 'nothing{Enter}')
  expect(await screen.findByText('No votes found')).toBeTruthy()
  expect(count.textContent).toBe('0 votes, newest first')
  expect(Object.fromEntries(fake.callsOf(listPoliticianVotes).at(-1)?.search ?? [])).toEqual({
    category: 'passage',
    q: 'nothing',
  })

  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByRole('link', { name: 'S. 2: Act 2' })).toBeTruthy()
})

test('says that a search for “of the” leaves out its words', async () => {
  openRecords()

  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search votes' }), 'of the{Enter}')

  expect(await screen.findByText(/^Searches leave out words that are in almost every text/)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'S. 1: Act 1' })).toBeTruthy()
})

test('shows a skeleton while the records load, and retries what could not be loaded', async () => {
  const fake = openRecords()
  fake.respondError(getVotingSummary, { status: 503 })
  fake.respondError(listPoliticianVotes, { status: 503 })
  expect(await screen.findByText('Loading votes...')).toBeTruthy()

  expect(await screen.findByText('The voting records could not be loaded')).toBeTruthy()
  fake.respond(getVotingSummary, votingSummary)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('The votes could not be loaded')).toBeTruthy()
  fake.respond(listPoliticianVotes, { results: [makeVote()], next: null, count: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('link', { name: 'S. 1: Act 1' })).toBeTruthy()
})
