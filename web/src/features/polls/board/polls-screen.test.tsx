import { getAccount } from '@wtpu/contract/accounts/accounts'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import { getPollSummary, listPollCategories, listPolls, type Poll } from '@wtpu/contract/polls/polls'
import { site } from '@wtpu/contract/site/name'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { json, openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makePoll } from '#features/polls/fixtures.ts'

const summary = {
  active_polls: 34,
  active_votes: 0,
  total_participants: 18_340,
  trending_topic: 'Environment',
  polls_ending_soon: 5,
  votes_today: 810,
}
const pending = () => new Promise<never>(() => undefined)

const fakePollsScreen = ({ polls = [], linked }: { polls?: Poll[]; linked?: () => Response } = {}) =>
  fakePolls({ polls, linked })

const findCard = (question: string) => screen.findByRole('article', { name: question })

test('shows four skeleton cards and placeholder figures while loading', async () => {
  const fake = fakePollsScreen()
  fake.respond(listPolls, pending)
  fake.respond(getPollSummary, pending)

  openPage('/polls')

  expect(await screen.findByRole('heading', { level: 1, name: 'Live Citizen Polls' })).toBeTruthy()
  expect(screen.getAllByTestId('poll-skeleton')).toHaveLength(4)
  expect(screen.getByText('Active Polls').nextSibling?.textContent).toBe('')
})

afterEach(() => void (site.off = undefined))

test.each([
  ['user', 0],
  ['moderator', 2],
] as const)('where members create no polls, a %s has %s buttons for it', async (role, count) => {
  site.off = ['member-polls']
  fakePollsScreen().respond(getAccount, { ...account, role })
  openPage('/polls')
  await screen.findByText('No polls available')
  await waitFor(() => expect(screen.queryAllByRole('button', { name: /^(Create|Schedule) Poll$/ })).toHaveLength(count))
})

test('asks to check back later when there are no polls', async () => {
  fakePollsScreen()

  openPage('/polls')

  expect(await screen.findByText('No polls available')).toBeTruthy()
  expect(screen.getByText('Check back later for new polls!')).toBeTruthy()
})

test('retries a list that failed to load', async () => {
  const fake = fakePollsScreen({ polls: [makePoll()] })
  fake.respondError(listPolls, { status: 500 })

  openPage('/polls')
  await screen.findByText('Polls could not be loaded')
  fake.respond(listPolls, [makePoll({ question: 'Here now?' })])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findCard('Here now?')).toBeTruthy()
})

test('shows the four figures, with a dash for a missing topic', async () => {
  const fake = fakePollsScreen()
  fake.respond(getPollSummary, { ...summary, trending_topic: null })

  openPage('/polls')

  expect(await screen.findByText('18.3K')).toBeTruthy()
  const figure = (label: string) => screen.getByText(label).closest('dt')?.nextSibling?.textContent
  expect(figure('Active Polls')).toBe('34')
  expect(figure('Trending Topic')).toBe('—')
  expect(figure('Polls Ending Soon')).toBe('5')
})

test('shows one error and one Try Again button when every request fails', async () => {
  const down = () => json({ code: 'internal', detail: '' }, 500)
  let linked = down
  const fake = fakePollsScreen({ linked: () => linked() })
  fake.respondError(listPolls, { status: 500 })
  fake.respondError(getPollSummary, { status: 500 })

  openPage('/polls/7')
  await screen.findByText('Polls could not be loaded')
  await waitFor(() => expect(screen.getByText('Total Participants').closest('dt')?.nextSibling?.textContent).toBe('—'))
  expect(screen.queryByText('This poll could not be loaded.')).toBeNull()
  expect(screen.queryByText('These figures could not be loaded.')).toBeNull()
  linked = () => json(makePoll({ id: 7 }))
  fake.respond(listPolls, { results: [makePoll({ id: 1 })], next: null })
  fake.respond(getPollSummary, summary)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findCard('Question 7?')).toBeTruthy()
  expect(await findCard('Question 1?')).toBeTruthy()
  expect(await screen.findByText('18.3K')).toBeTruthy()
})

test('shows dashes for figures that failed to load, and retries them', async () => {
  const fake = fakePollsScreen()
  fake.respondError(getPollSummary, { status: 500 })

  openPage('/polls')
  const reload = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.getByText('Total Participants').closest('dt')?.nextSibling?.textContent).toBe('—')
  fake.respond(getPollSummary, summary)
  await userEvent.click(reload)

  expect(await screen.findByText('18.3K')).toBeTruthy()
})

test('shows featured polls in their own section and the others under All Polls', async () => {
  fakePollsScreen({ polls: [makePoll({ id: 1, featured: true }), makePoll({ id: 2 })] })

  openPage('/polls')

  const featured = await screen.findByRole('region', { name: 'Featured polls' })
  expect(within(featured).getByRole('article', { name: 'Question 1?' }).textContent).toContain('Featured')
  const others = screen.getByRole('region', { name: 'All Polls' })
  expect(within(others).getByRole('article', { name: 'Question 2?' }).textContent).not.toContain('Featured')
})

test('shows category, question, description, politician, votes, time left and percentages on a card', async () => {
  const politician = { id: 9, name: 'Pat Doe', office: 'Sen', party: 'D', state: 'NY' }
  const closes_at = new Date(Date.now() + 76.5 * 3_600_000).toISOString()
  fakePollsScreen({ polls: [makePoll({ description: 'Why it matters.', politician, closes_at })] })

  openPage('/polls')

  const poll = await findCard('Question 1?')
  expect(await within(poll).findByText('Environment')).toBeTruthy()
  expect(poll.textContent).toContain('Why it matters.')
  expect(
    within(poll)
      .getByRole('link', { name: /Pat Doe/ })
      .getAttribute('href'),
  ).toBe('/politicians/9')
  expect(poll.textContent).toContain('Senator, New York')
  expect(poll.textContent).toContain('8 votes')
  expect(within(poll).getByText('3d 4h left')).toBeTruthy()
  expect(within(poll).getByText('75%')).toBeTruthy()
  expect(within(poll).getByText(/25%, 2 votes/)).toBeTruthy()
  expect(within(poll).getByRole('button', { name: 'Vote for Yes', description: 'Question 1?' })).toBeTruthy()
})

test('shows General as the category when the categories fail to load', async () => {
  const fake = fakePollsScreen({ polls: [makePoll()] })
  fake.respondError(listPollCategories, { status: 404 })

  openPage('/polls')

  expect((await findCard('Question 1?')).textContent).toContain('General')
})

test('shows a closed poll as ended, without Vote buttons', async () => {
  fakePollsScreen({ polls: [makePoll({ is_closed: true, closes_at: '2026-01-01T00:00:00Z' })] })

  openPage('/polls')

  const poll = await findCard('Question 1?')
  expect(poll.textContent).toContain('Ended')
  expect(within(poll).queryByRole('button', { name: /^Vote/ })).toBeNull()
})

test('loads the next page on Load more and shows a duplicate poll once', async () => {
  const fake = fakePollsScreen()
  fake.respond(listPolls, ({ search }) =>
    search.get('cursor') === 'c2'
      ? { results: [makePoll({ id: 2 }), makePoll({ id: 3 })], next: null }
      : { results: [makePoll({ id: 1 }), makePoll({ id: 2 })], next: 'c2' },
  )

  openPage('/polls')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))

  expect(await findCard('Question 3?')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(fake.callsOf(listPolls)[0]?.search.get('limit')).toBe('10')
})

test('holds a new poll back until a click, and updates counts in place', async () => {
  const fake = fakePollsScreen({ polls: [makePoll({ id: 1 })] })
  const { queryClient } = openPage('/polls')
  await findCard('Question 1?')

  const moved = makePoll({ id: 1, total_votes: 20, options: [{ id: 11, text: 'Yes', vote_count: 20 }] })
  fake.respond(listPolls, [makePoll({ id: 2 }), moved])
  await queryClient.invalidateQueries({ queryKey: ['api', 'polls'] })

  const button = await screen.findByRole('button', { name: '1 new poll' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect((await findCard('Question 1?')).textContent).toContain('20 votes')
  await userEvent.click(button)
  const added = await findCard('Question 2?')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(added)).toBe(true)
})

test('scrolls to the linked poll and focuses it', async () => {
  startSteadyClock()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  fakePollsScreen({ polls: [makePoll({ id: 1 }), makePoll({ id: 7 })] })

  openPage('/polls/7')

  const target = await findCard('Question 7?')
  expect(scroll).not.toHaveBeenCalled()
  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'center', behavior: 'smooth' }))
  expect(scroll.mock.contexts[0]).toBe(target)
  await waitFor(() => expect(document.title).toContain('Question 7?'))
  expect(document.activeElement).toBe(target)
})

test('leaves the focus on an option when it scrolls to the linked poll', async () => {
  startSteadyClock()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  fakePollsScreen({ polls: [makePoll({ id: 7 })] })
  openPage('/polls/7')
  const row = within(await findCard('Question 7?')).getAllByRole('listitem')[0]!

  row.focus()

  await waitFor(() => expect(scroll).toHaveBeenCalled())
  expect(document.activeElement).toBe(row)
})

test.each([
  ['pressed a button', () => fireEvent.pointerDown(document.body)],
  ['pressed a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['turned the wheel', () => fireEvent.wheel(document.body)],
])('does not scroll to the linked poll once somebody has %s', async (_, begin) => {
  startSteadyClock()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  fakePollsScreen({ polls: [makePoll({ id: 7 })] })
  openPage('/polls/7')
  await findCard('Question 7?')

  begin()
  vi.advanceTimersByTime(2_000)

  expect(scroll).not.toHaveBeenCalled()
})

test('shows a linked poll that is not in the list above it', async () => {
  fakePollsScreen({ polls: [makePoll({ id: 1 })], linked: () => json(makePoll({ id: 7 })) })

  openPage('/polls/7')

  const above = await screen.findByRole('region', { name: 'The poll you opened' })
  expect(within(above).getByRole('article', { name: 'Question 7?' })).toBeTruthy()
  expect(await findCard('Question 1?')).toBeTruthy()
})

test.each(['/polls/7', '/polls/seven', '/polls/0', '/polls/1.5'])(
  'shows "Poll not found" above the list for %s',
  async (path) => {
    fakePollsScreen({ polls: [makePoll({ id: 1 })] }).respondError(getHeldContent, { status: 404 })

    openPage(path)

    expect(await screen.findByText('Poll not found.')).toBeTruthy()
    expect(await findCard('Question 1?')).toBeTruthy()
  },
)

test('shows a linked poll that is hidden during a review to who may read it', async () => {
  fakePollsScreen({ polls: [makePoll({ id: 1 })] }).respond(getHeldContent, { title: 'Held?', text: '', is_own: true })

  openPage('/polls/7')

  expect(await screen.findByRole('heading', { name: 'Held?', level: 2 })).toBeTruthy()
  expect(screen.queryByText('Poll not found.')).toBeNull()
})

test('retries a linked poll that failed to load', async () => {
  let linked = () => json({ code: 'internal', detail: '' }, 500)
  fakePollsScreen({ polls: [makePoll({ id: 1 })], linked: () => linked() })

  openPage('/polls/7')
  await screen.findByText('This poll could not be loaded.')
  linked = () => json(makePoll({ id: 7 }))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findCard('Question 7?')).toBeTruthy()
})

test('links to the forums', async () => {
  fakePollsScreen()

  openPage('/polls')

  expect((await screen.findByRole('link', { name: 'Explore Forums' })).getAttribute('href')).toBe('/forums')
})
