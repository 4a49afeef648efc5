import { findPoliticianByName, getPolitician, listPoliticians } from '@wtpu/contract/politicians'
import { listPollCategories, listPolls, type Poll } from '@wtpu/contract/polls/polls'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { json, openPage, type RecordedCall } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'

// jsdom does not implement requestIdleCallback, which loads the politician select.
Object.assign(globalThis, {
  requestIdleCallback: (done: () => void) => setTimeout(done),
  cancelIdleCallback: (timer: number) => clearTimeout(timer),
})

const jane = makePolitician({ id: 12, name: 'Jane Doe', state: 'NY' })

/** Responds with one poll whose question is the query string of the request. */
const pollNamedAfterQuery = ({ search }: RecordedCall): Poll[] => {
  const params = [...search].filter(([name]) => name !== 'limit').map(([name, value]) => `${name}=${value}`)
  return [makePoll({ question: params.join(' ') || 'everything' })]
}

function fakePollBoard(polls: (call: RecordedCall) => Poll[] = pollNamedAfterQuery, linked?: () => Response) {
  const fake = fakePolls({ linked })
  fake.respond(listPolls, (call) => ({ results: polls(call), next: null }))
  fake.respond(listPollCategories, [{ id: 3, name: 'Environment' }])
  fake.respond(getPolitician, jane)
  fake.respondRaw(findPoliticianByName, () => json({ code: 'not_found', detail: '' }, 404))
  fake.respond(listPoliticians, ({ search }) =>
    search.get('search') === 'xyz' ? [] : [jane, { ...jane, id: 13, name: 'Bo Roe', office: 'Gov' as const }],
  )
  return fake
}

const findCard = (question: string) => screen.findByRole('article', { name: question })
const currentUrl = (router: ReturnType<typeof openPage>['router']) => router.state.location.href

test.each([
  ['All Polls', '/polls', 'everything'],
  ['Trending', '/polls?filter=trending', 'filter=trending'],
  ['Recent', '/polls?filter=recent', 'filter=recent'],
  ['Ending Soon', '/polls?filter=ending_soon', 'filter=ending_soon'],
])('the tab %s has the URL %s and its own list', async (name, path, question) => {
  fakePollBoard()
  const { router } = openPage(name === 'All Polls' ? '/polls?filter=recent' : '/polls')

  await userEvent.click(await screen.findByRole('tab', { name }))

  expect(await findCard(question)).toBeTruthy()
  expect(currentUrl(router)).toBe(path)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name)
})

test('searches after a pause in typing, hides the tabs and replaces the URL', async () => {
  startSteadyClock()
  const fake = fakePollBoard()
  const { router } = openPage('/polls')

  await userEvent.type(await screen.findByPlaceholderText('Search polls, topics, or categories...'), 'river dams')

  expect(await findCard('q=river dams sort=newest')).toBeTruthy()
  expect(screen.getByText('1 poll found')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(currentUrl(router)).toBe('/polls?q=river+dams')
  expect(router.history.length).toBe(1)
  expect(fake.callsOf(listPolls).filter(({ search }) => search.has('q'))).toHaveLength(1)
})

test('adds category and sort to the URL, and Back removes them one by one', async () => {
  fakePollBoard()
  const { router } = openPage('/polls')

  await userEvent.selectOptions(
    await screen.findByLabelText('Category'),
    await screen.findByRole('option', { name: 'Environment' }),
  )
  expect(await findCard('category=3 sort=newest')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Most Votes')
  expect(await findCard('category=3 sort=most_votes')).toBeTruthy()
  expect(currentUrl(router)).toBe('/polls?category=3&sort=most_votes')
  expect(screen.queryByRole('tab')).toBeNull()

  act(() => router.history.back())
  expect(await findCard('category=3 sort=newest')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('newest')
  act(() => router.history.back())
  expect(await findCard('everything')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
})

test('finds a politician by typing, selects them by keyboard and clears the selection', async () => {
  const fake = fakePollBoard()
  const { router } = openPage('/polls')

  const box = await screen.findByRole('combobox', { name: 'Politician' })

  await userEvent.type(box, 'jane')
  expect(await screen.findByRole('option', { name: /Jane Doe/ })).toBeTruthy()
  await waitFor(() => expect(fake.callsOf(listPoliticians).at(-1)?.search.get('search')).toBe('jane'))
  await userEvent.keyboard('{ArrowDown}{Enter}')

  expect(await findCard('politician=12 sort=newest')).toBeTruthy()
  expect(currentUrl(router)).toBe('/polls?politician=12')
  await waitFor(() => expect((box as HTMLInputElement).value).toBe('Jane Doe'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(await findCard('everything')).toBeTruthy()
  expect(currentUrl(router)).toBe('/polls')
})

test('shows that no politician matches, and keeps the selection when the field is left', async () => {
  fakePollBoard()
  openPage('/polls?politician=12')
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Politician' })
  await waitFor(() => expect(box.value).toBe('Jane Doe'))

  await userEvent.clear(box)
  await userEvent.type(box, 'xyz')
  expect((await screen.findAllByText('No politicians found')).length).toBeGreaterThan(0)
  await userEvent.tab()

  expect(box.value).toBe('Jane Doe')
  expect(await findCard('politician=12 sort=newest')).toBeTruthy()
})

test('offers to clear the filters when no poll matches', async () => {
  fakePollBoard(({ search }) => (search.has('q') ? [] : [makePoll()]))
  const { router } = openPage('/polls?q=nothing')

  expect(await screen.findByText('No polls match your criteria')).toBeTruthy()
  expect(screen.getByText('No polls found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))

  expect(await findCard('Question 1?')).toBeTruthy()
  expect(currentUrl(router)).toBe('/polls')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test.each(['the', 'Of the'])('says that a search for “%s” leaves out its words, and shows all polls', async (q) => {
  fakePollBoard()
  openPage(`/polls?q=${q}`)

  expect(await screen.findByText(/^Searches leave out words that are in almost every text/)).toBeTruthy()
  expect(await findCard(`q=${q} sort=newest`)).toBeTruthy()
})

test.each(['q=the%20dams', 'q=will&filter=politician'])('says nothing of the kind about %s', async (query) => {
  fakePollBoard()
  openPage(`/polls?${query}`)
  await screen.findByRole('article')

  expect(screen.queryByText(/^Searches leave out/)).toBeNull()
})

test('shows Clear All Filters only with a filter, and clears every field', async () => {
  fakePollBoard()
  openPage('/polls?q=dams&category=3&sort=oldest')

  await userEvent.click(await screen.findByRole('button', { name: 'Clear All Filters' }))

  expect(await findCard('everything')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear All Filters' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('newest')
})

test('shows featured polls within a filtered list instead of in their own section', async () => {
  fakePollBoard(() => [makePoll({ id: 1 }), makePoll({ id: 2, featured: true })])
  openPage('/polls?sort=oldest')

  const list = await screen.findByRole('region', { name: 'Matching Polls' })

  expect(within(list).getAllByRole('article')).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Featured polls' })).toBeNull()
})

test('selects the politician named in a link from a profile', async () => {
  const fake = fakePollBoard()
  fake.respond(findPoliticianByName, jane)
  const { router } = openPage('/polls?q=jane%20d&filter=politician')

  expect(await findCard('politician=12 sort=newest')).toBeTruthy()

  expect(fake.callsOf(findPoliticianByName)[0]?.search.get('name')).toBe('jane d')
  expect(currentUrl(router)).toBe('/polls?politician=12')
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Politician' })).value).toBe('Jane Doe')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('shows skeletons for at most two seconds while the linked politician is looked up', async () => {
  startSteadyClock()
  const fake = fakePollBoard()
  fake.respondRaw(findPoliticianByName, () => new Promise<never>(() => undefined))
  openPage('/polls?q=jane&filter=politician')

  await waitFor(() => expect(screen.getAllByTestId('poll-skeleton')).toHaveLength(4))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByRole('article')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1100))
  vi.useRealTimers()

  expect(await findCard('everything')).toBeTruthy()
})

test('shows a notice above all polls when the linked politician does not exist', async () => {
  fakePollBoard()
  openPage('/polls?q=Unknown%20Name&filter=politician')

  expect(await screen.findByText('No politician matches “Unknown Name”.')).toBeTruthy()
  expect(await findCard('everything')).toBeTruthy()
})

test('retries a failed lookup of the linked politician', async () => {
  const fake = fakePollBoard()
  fake.respondError(findPoliticianByName, { status: 500 })
  openPage('/polls?q=jane&filter=politician')

  await screen.findByText('The politician could not be looked up.')
  expect(await findCard('everything')).toBeTruthy()
  fake.respond(findPoliticianByName, jane)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findCard('politician=12 sort=newest')).toBeTruthy()
})

const fakeLinkedPoll = (polls: () => Poll[] = () => [makePoll({ id: 1 })]) =>
  fakePollBoard(polls, () => json(makePoll({ id: 7 })))

test('shows the linked poll above a filtered list', async () => {
  fakeLinkedPoll()
  openPage('/polls/7?sort=oldest')

  const linked = await screen.findByRole('region', { name: 'The poll you opened' })
  expect(within(linked).getByRole('article', { name: 'Question 7?' })).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Matching Polls' })).toBeTruthy()
})

test('drops the linked poll when a filter is chosen, and Back restores it', async () => {
  fakeLinkedPoll()
  const { router } = openPage('/polls/7')
  await screen.findByRole('region', { name: 'The poll you opened' })

  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Oldest First')
  await waitFor(() => expect(currentUrl(router)).toBe('/polls?sort=oldest'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'The poll you opened' })).toBeNull())
  act(() => router.history.back())

  expect(await screen.findByRole('region', { name: 'The poll you opened' })).toBeTruthy()
})

test('adds a history entry when a search replaces the linked poll, and keeps the focus', async () => {
  fakeLinkedPoll()
  const { router } = openPage('/polls/7')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')

  await userEvent.type(box, 'dams')
  await waitFor(() => expect(currentUrl(router)).toBe('/polls?q=dams'))

  expect(document.activeElement).toBe(box)
  expect(router.history.length).toBe(2)
})

test('discards typed text on Back before the search is applied', async () => {
  startSteadyClock()
  fakePollBoard()
  const { router } = openPage('/polls')
  await userEvent.selectOptions(
    await screen.findByLabelText('Category'),
    await screen.findByRole('option', { name: 'Environment' }),
  )
  await findCard('category=3 sort=newest')

  await userEvent.type(screen.getByRole('searchbox'), 'zzz')
  act(() => router.history.back())

  await findCard('everything')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(700))
  expect(currentUrl(router)).toBe('/polls')
})
