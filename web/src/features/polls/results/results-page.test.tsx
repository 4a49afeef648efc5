import { getPollGroups } from '@wtpu/contract/common-ground'
import { getQuestionQueue, queueQuestion } from '@wtpu/contract/polls/on-demand/question-queue'
import {
  castVote,
  getPoll,
  getPollResults,
  listMyVotes,
  listPollCategories,
  listPolls,
} from '@wtpu/contract/polls/polls'
import { getAccount } from '@wtpu/contract/accounts/accounts'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { makePoll, makeResults, makeTotals } from '#features/polls/fixtures.ts'
import { readPendingAnswer } from '#lib/session/pending-answer.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

function start(state: Parameters<typeof makePoll>[0]) {
  const api = fakeApi()
  api.respond(getPollResults, makeResults(makePoll(state)))
  api.respond(listPollCategories, [{ id: 1, name: 'Economy' }])
  api.respondError(getPollTotals, { status: 503 })
  api.respondError(getPollGroups, { status: 503 })
  api.respond(getRegistration, { is_closed: false, providers: [], only_providers: false })
  return api
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('an outsider reads the result of a closed poll, and where to vote', async () => {
  start({ is_closed: true, closes_at: '2026-11-01T12:00:00Z' })

  openPage('/results/1')

  expect(await screen.findByRole('heading', { level: 1, name: 'Question 1?' })).toBeTruthy()
  expect(headings()).toEqual(
    expect.arrayContaining(['The result', 'Votes over time', 'By state', 'Use this result', 'Have your say']),
  )
  expect(screen.getByRole('button', { name: 'Share' }).className).toContain('bg-brand')
  expect(screen.getByRole('link', { name: 'Vote in an open poll' }).getAttribute('href')).toBe('/polls')
})

test('a link to how the poll was taken leads there once the results have come', async () => {
  start({})
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')

  openPage('/results/1#how-taken')

  const heading = await screen.findByRole('heading', { name: 'How this poll was taken' })
  expect(document.activeElement).toBe(heading)
  expect(scroll.mock.contexts).toContain(heading)
})

test('a visitor answers an open poll first, by a button of its own even where the link names an answer', async () => {
  const api = start({})

  openPage('/results/1?answer=2')

  const [first, named] = await screen.findAllByRole('button', { name: /^Vote for/ })
  expect(document.activeElement).toBe(named)
  const share = screen.getByRole('button', { name: 'Share' })
  expect(first!.compareDocumentPosition(share)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(readPendingAnswer()).toBeUndefined()

  await userEvent.click(named!)

  expect(readPendingAnswer()).toMatchObject({ pollId: 1, optionId: 12 })
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
  expect(screen.getByText(/Not counted yet\./)).toBeTruthy()
  expect(api.callsOf(castVote)).toHaveLength(0)
})

test('a member votes on the page of the results, which has one button to share', async () => {
  signedIn()
  const api = start({})
  api.respond(listMyVotes, [])
  api.respond(castVote, { ...makePoll({}), undo_until: null })

  openPage('/results/1')
  const [first] = await screen.findAllByRole('button', { name: /^Vote for/ })
  api.respond(listMyVotes, [{ poll: 1, option: 11, ballot: '5f' }])
  await userEvent.click(first!)

  expect(api.callsOf(castVote)[0]?.body).toEqual({ option_id: 11, source: 'link' })
  expect(await screen.findByText('Yours')).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: /^Vote for/ })).toEqual([])
  expect(await screen.findByRole('button', { name: /^Next question/ })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Share/ })).toHaveLength(1)
})

const hidden = { results_hidden: true, options: makePoll().options.map((option) => ({ ...option, vote_count: 0 })) }

test.each([
  { reveal: 'at_close', is_closed: false, text: 'Results are shown when the poll closes. Quorum 50 of 240.' },
  { reveal: 'at_close', is_closed: true, text: 'The poll has closed. Its votes are being counted. Quorum 50 of 240.' },
  {
    reveal: 'when_published',
    is_closed: true,
    text: 'Results are shown when WTPU releases them, at the latest 30 days after the close. Quorum 50 of 240.',
  },
] as const)(
  'hidden results ($reveal, closed: $is_closed) say when they are shown, and no count',
  async ({ text, ...state }) => {
    const api = start({})
    api.respondError(getPollResults, { status: 403, body: { code: 'results_hidden', detail: 'Not yet.' } })
    api.respond(getPoll, makePoll({ ...hidden, ...state, eligible: 240, quorum: 50 }))

    openPage('/results/1')

    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: /^Vote for/ })).toHaveLength(state.is_closed ? 0 : 2)
    expect(screen.queryByText(/\d votes?|%|Few have answered/)).toBeNull()
  },
)

test('a visitor is not asked to answer a poll of a circle, and reads who can', async () => {
  start({ audience: 'circle', eligible: 12 })

  openPage('/results/1')

  expect(await screen.findByText(/^Only invited people can answer: by the link or code/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Vote for/ })).toBeNull()
})

test('the result of a circle says what the silent could change', async () => {
  start({ is_closed: true, closes_at: '2026-11-01T12:00:00Z', eligible: 12, quorum: 5 })

  openPage('/results/1')

  expect(
    await screen.findByText(/^8 of 12 invited people answered by .* The others may think otherwise\.$/),
  ).toBeTruthy()
  expect(
    screen.getByText(/^6 of 8 said yes\. All 12: between 6 and 10, whatever .* Quorum 5 of 12: reached \(8\)\./),
  ).toBeTruthy()
})

const list = { name: 'Members', eligible: 240, struck: 0, late: 0, on_paper: 0 }

test.each([
  { page: '/results/1', level: 2 },
  { page: '/polls/1', level: 4 },
])('$page of a circle shows its groups, and neither states nor groups of opinion', async ({ page, level }) => {
  signedIn()
  const poll = { is_closed: true, closes_at: '2026-11-01T12:00:00Z', eligible: 240 }
  const api = start(poll)
  api.respond(getPoll, makePoll(poll))
  api.respond(listPolls, { results: [], next: null })
  api.respond(listMyVotes, [])

  openPage(page)

  expect(await screen.findByText('Groups could not be loaded')).toBeTruthy()
  const groups = [
    { name: 'North', votes: [13, 8] },
    { name: null, votes: [3, 7] },
  ]
  api.respond(getPollTotals, makeTotals({ list: { ...list, groups } }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Try Again' })[0]!)
  expect(await screen.findByRole('heading', { level, name: 'By group' })).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Results by group: Question 1?' })).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent?.replaceAll(/Answered |Yes |No /g, '|'))).toEqual([
    'North|21|62%|38%',
    'All others|10|3 votes|7 votes',
  ])
  expect(screen.queryByRole('heading', { name: /By state|By how people answer/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Common ground' })).toBeNull()
  expect(screen.queryByText(/North, 21 answered/)).toBeNull()
})

test('a poll that does not exist is not found', async () => {
  fakeApi().respondError(getPollResults, { status: 404, body: { code: 'not_found', detail: 'Poll not found.' } })

  openPage('/results/4711')

  expect(await screen.findByText('Poll not found')).toBeTruthy()
})

const imported = {
  is_closed: true,
  closes_at: '2024-04-01T04:00:00Z',
  imported_from: 'Our town (Polis)',
}

test('of an imported poll, says where it comes from, and shows no curve, no states and no check', async () => {
  const api = fakeApi()
  api.respond(getPollResults, makeResults(makePoll(imported), { timeline: [], states: [] }))
  api.respond(listPollCategories, [{ id: 1, name: 'Economy' }])
  api.respondError(getPollTotals, { status: 503 })
  api.respondError(getPollGroups, { status: 503 })

  openPage('/results/1')

  expect(await screen.findByText('Imported')).toBeTruthy()
  expect(screen.getByText(/^Imported from Our town \(Polis\): 8 people chose to vote by /)).toBeTruthy()
  expect(screen.getByText(/^The licence of the source applies/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'By state' })).toBeNull()
  expect(screen.queryByText(/The curve over time begins/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Check this result' })).toBeNull()
})

const note = (of: string) =>
  `For staff only: 64 of the last 100 votes came from accounts younger than a day, and 60 ${of}.`
test.each([
  ['admin', 'catchall.example', note('from accounts of one mail domain, catchall.example')],
  ['moderator', null, note('from accounts of one mail domain')],
  ['user', null, undefined],
] as const)('says to staff, and asks for nobody else, whose the latest votes are: %s', async (role, domain, text) => {
  signedIn()
  const api = fakeApi()
  api.respond(getAccount, { ...account, role })
  api.respond(getPollResults, makeResults(makePoll()))
  api.respond(listPollCategories, [{ id: 1, name: 'Economy' }])
  api.respond(listMyVotes, [])
  api.respondError(getPollTotals, { status: 503 })
  api.respondError(getPollGroups, { status: 503 })
  const empty = { today: null, queue: [] }
  if (role === 'admin') api.respond(getQuestionQueue, empty)
  if (text) api.respond(getRecentVoters, { votes: 100, new_accounts: 64, same_domain: 60, domain })

  openPage('/results/1')

  expect(await screen.findByRole('heading', { level: 1, name: 'Question 1?' })).toBeTruthy()
  if (text) expect((await screen.findByText(/^For staff only/)).parentElement?.textContent).toBe(text)
  else expect(api.calls.some(({ path }) => path.includes('recent-voters'))).toBe(false)
  const button = screen.queryByRole('button', { name: 'Make it a question of the day' })
  expect(button !== null).toBe(role === 'admin')
  if (!button) return
  const queued = { today: null, queue: [{ id: 1, question: 'Question 1?', closes_at: null }] }
  api.respond(queueQuestion, () => {
    api.respond(getQuestionQueue, queued)
    return queued
  })
  await userEvent.click(button)
  const done = await screen.findByText(/^It waits as question of the day number 1/)
  await waitFor(() => expect(done.closest('output')).toBe(document.activeElement))
})
