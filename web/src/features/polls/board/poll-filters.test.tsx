import {
  findPoliticianByName,
  getPolitician,
  listPoliticians,
  type PoliticianProfile,
} from '@wtpu/contract/politicians'
import { listPollCategories, listPolls, type Poll } from '@wtpu/contract/polls'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { json, openPage, type RecordedCall } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'

// The politician select is fetched when the page has nothing better to do; jsdom has no way to say so.
Object.assign(globalThis, {
  requestIdleCallback: (done: () => void) => setTimeout(done),
  cancelIdleCallback: (timer: number) => clearTimeout(timer),
})

const jane: PoliticianProfile = {
  id: 12,
  name: 'Jane Doe',
  party: 'I',
  office: 'Sen',
  state: 'NY',
  profile_image: null,
  good_job_count: 0,
  bad_job_count: 0,
  total_rating: 0,
  is_trending: false,
  description: '',
  email: '',
  phone_number: '',
  official_website: '',
  office_address: '',
  retired: false,
  home_state: null,
}

/** Lists name what they were asked for: one poll whose question is the query. */
const answerOf = ({ search }: RecordedCall): Poll[] => {
  const asked = [...search].filter(([name]) => name !== 'limit').map(([name, value]) => `${name}=${value}`)
  return [makePoll({ question: asked.join(' ') || 'everything' })]
}

function api(polls: (seen: RecordedCall) => Poll[] = answerOf, linked?: () => Response) {
  const fake = fakePolls({ linked })
  fake.reply(listPolls, (seen) => ({ results: polls(seen), next: null }))
  fake.reply(listPollCategories, [{ id: 3, name: 'Environment' }])
  fake.reply(getPolitician, jane)
  fake.answer(findPoliticianByName, () => json({ code: 'not_found', detail: '' }, 404))
  fake.reply(listPoliticians, ({ search }) =>
    search.get('search') === 'nobody' ? [] : [jane, { ...jane, id: 13, name: 'Bo Roe', office: 'Gov' as const }],
  )
  return fake
}

const shown = (question: string) => screen.findByRole('article', { name: question })
const address = (router: ReturnType<typeof openPage>['router']) => router.state.location.href

test.each([
  ['All Polls', '/polls', 'everything'],
  ['Trending', '/polls?filter=trending', 'filter=trending'],
  ['Recent', '/polls?filter=recent', 'filter=recent'],
  ['Ending Soon', '/polls?filter=ending_soon', 'filter=ending_soon'],
])('the tab %s has the address %s and its own list', async (name, path, question) => {
  api()
  const { router } = openPage(name === 'All Polls' ? '/polls?filter=recent' : '/polls')

  await userEvent.click(await screen.findByRole('tab', { name }))

  expect(await shown(question)).toBeTruthy()
  expect(address(router)).toBe(path)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name)
})

test('typing searches once it rests, without tabs, and replaces the address', async () => {
  const fake = api()
  const { router } = openPage('/polls')

  await userEvent.type(await screen.findByPlaceholderText('Search polls, topics, or categories...'), 'river dams')

  expect(await shown('q=river dams sort=newest')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(address(router)).toBe('/polls?q=river+dams')
  expect(router.history.length).toBe(1)
  expect(fake.callsOf(listPolls).filter(({ search }) => search.has('q'))).toHaveLength(1)
})

test('category and sort go into the address, Back takes them out again one by one', async () => {
  api()
  const { router } = openPage('/polls')

  await userEvent.selectOptions(
    await screen.findByLabelText('Category'),
    await screen.findByRole('option', { name: 'Environment' }),
  )
  expect(await shown('category=3 sort=newest')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Most Votes')
  expect(await shown('category=3 sort=most_votes')).toBeTruthy()
  expect(address(router)).toBe('/polls?category=3&sort=most_votes')
  expect(screen.queryByRole('tab')).toBeNull()

  act(() => router.history.back())
  expect(await shown('category=3 sort=newest')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('newest')
  act(() => router.history.back())
  expect(await shown('everything')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
})

test('the politician is found by typing, chosen by keyboard, and can be cleared', async () => {
  const fake = api()
  const { router } = openPage('/polls')

  const box = await screen.findByRole('combobox', { name: 'Politician' })

  await userEvent.type(box, 'jane')
  expect(await screen.findByRole('option', { name: /Jane Doe/ })).toBeTruthy()
  await waitFor(() => expect(fake.callsOf(listPoliticians).at(-1)?.search.get('search')).toBe('jane'))
  await userEvent.keyboard('{ArrowDown}{Enter}')

  expect(await shown('politician=12 sort=newest')).toBeTruthy()
  expect(address(router)).toBe('/polls?politician=12')
  await waitFor(() => expect((box as HTMLInputElement).value).toBe('Jane Doe'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear choice' }))
  expect(await shown('everything')).toBeTruthy()
  expect(address(router)).toBe('/polls')
})

test('typing a name that nobody has says so; leaving the field keeps what was chosen', async () => {
  api()
  openPage('/polls?politician=12')
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Politician' })
  await waitFor(() => expect(box.value).toBe('Jane Doe'))

  await userEvent.clear(box)
  await userEvent.type(box, 'nobody')
  expect((await screen.findAllByText('No politicians found')).length).toBeGreaterThan(0)
  await userEvent.tab()

  expect(box.value).toBe('Jane Doe')
  expect(await shown('politician=12 sort=newest')).toBeTruthy()
})

test('nothing that matches offers to clear the filters', async () => {
  api(({ search }) => (search.has('q') ? [] : [makePoll()]))
  const { router } = openPage('/polls?q=nothing')

  expect(await screen.findByText('No polls match your criteria')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))

  expect(await shown('Question 1?')).toBeTruthy()
  expect(address(router)).toBe('/polls')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('Clear All Filters is there only with a filter, and empties each field', async () => {
  api()
  openPage('/polls?q=dams&category=3&sort=oldest')

  await userEvent.click(await screen.findByRole('button', { name: 'Clear All Filters' }))

  expect(await shown('everything')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear All Filters' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('newest')
})

test('a list with filters holds featured polls in its order, without a section of their own', async () => {
  api(() => [makePoll({ id: 1 }), makePoll({ id: 2, featured: true })])
  openPage('/polls?sort=oldest')

  const list = await screen.findByRole('region', { name: 'Matching Polls' })

  expect(within(list).getAllByRole('article')).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Featured Polls' })).toBeNull()
})

test('the link of a profile selects the official it names', async () => {
  const fake = api()
  fake.reply(findPoliticianByName, jane)
  const { router } = openPage('/polls?q=jane%20d&filter=politician')

  expect(await shown('politician=12 sort=newest')).toBeTruthy()

  expect(fake.callsOf(findPoliticianByName)[0]?.search.get('name')).toBe('jane d')
  expect(address(router)).toBe('/polls?politician=12')
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Politician' })).value).toBe('Jane Doe')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('while the official of a link is looked up, skeletons stand in, two seconds at most', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const fake = api()
  fake.answer(findPoliticianByName, () => new Promise<never>(() => undefined))
  openPage('/polls?q=jane&filter=politician')

  await waitFor(() => expect(screen.getAllByTestId('poll-skeleton')).toHaveLength(4))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByRole('article')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1100))
  vi.useRealTimers()

  expect(await shown('everything')).toBeTruthy()
})

test('a link to an official whom nobody knows says so above all polls', async () => {
  api()
  openPage('/polls?q=Nobody%20Known&filter=politician')

  expect(await screen.findByText('No politician matches “Nobody Known”.')).toBeTruthy()
  expect(await shown('everything')).toBeTruthy()
})

test('a lookup that fails can be tried again', async () => {
  const fake = api()
  fake.refuse(findPoliticianByName, { status: 500 })
  openPage('/polls?q=jane&filter=politician')

  await screen.findByText('The politician could not be looked up.')
  expect(await shown('everything')).toBeTruthy()
  fake.reply(findPoliticianByName, jane)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await shown('politician=12 sort=newest')).toBeTruthy()
})

const one = (polls: () => Poll[] = () => [makePoll({ id: 1 })]) => api(polls, () => json(makePoll({ id: 7 })))

test('the address of a poll is heeded with a filter as well', async () => {
  one()
  openPage('/polls/7?sort=oldest')

  const linked = await screen.findByRole('region', { name: 'The Poll You Opened' })
  expect(within(linked).getByRole('article', { name: 'Question 7?' })).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Matching Polls' })).toBeTruthy()
})

test('choosing a filter leaves the poll of the address; Back returns to it', async () => {
  one()
  const { router } = openPage('/polls/7')
  await screen.findByRole('region', { name: 'The Poll You Opened' })

  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Oldest First')
  await waitFor(() => expect(address(router)).toBe('/polls?sort=oldest'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'The Poll You Opened' })).toBeNull())
  act(() => router.history.back())

  expect(await screen.findByRole('region', { name: 'The Poll You Opened' })).toBeTruthy()
})

test('typing on the address of a poll leaves it by a step of its own, and the box keeps the focus', async () => {
  one()
  const { router } = openPage('/polls/7')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')

  await userEvent.type(box, 'dams')
  await waitFor(() => expect(address(router)).toBe('/polls?q=dams'))

  expect(document.activeElement).toBe(box)
  expect(router.history.length).toBe(2)
})

test('Back before typing has come to rest drops what was typed, and overwrites nothing', async () => {
  api()
  const { router } = openPage('/polls')
  await userEvent.selectOptions(
    await screen.findByLabelText('Category'),
    await screen.findByRole('option', { name: 'Environment' }),
  )
  await shown('category=3 sort=newest')

  await userEvent.type(screen.getByRole('searchbox'), 'zzz')
  act(() => router.history.back())

  await shown('everything')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  await new Promise((done) => setTimeout(done, 700))
  expect(address(router)).toBe('/polls')
})
