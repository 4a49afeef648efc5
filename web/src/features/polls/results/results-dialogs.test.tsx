import { getPollSummary, listPolls } from '@wtpu/contract/polls/polls'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { followPollCounts } from '#features/polls/poll-counts.ts'
import { noCounts } from '#lib/live/counts.ts'
import { openPage } from '#testing/fake-api.tsx'
import { chooseInPollMenu, fakePolls, findPollMenu } from '#testing/fake-polls.ts'

const never = () => new Promise<never>(() => undefined)

type Item = 'Results Dashboard' | 'Live Poll Results'

/** Opens one of the two results from the menu of the polls screen. */
async function openDialog(item: Item, title: string): Promise<HTMLElement> {
  openPage('/polls')
  await chooseInPollMenu(item)
  return screen.findByRole('dialog', { name: title })
}
const dashboard = () => openDialog('Results Dashboard', 'Poll Results Dashboard')
const liveResults = () => openDialog('Live Poll Results', 'Live Poll Results')
const statIn = (dialog: HTMLElement, label: string) => within(dialog).getByText(label).nextSibling?.textContent

test.each([
  ['Results Dashboard', 'Poll Results Dashboard'],
  ['Live Poll Results', 'Live Poll Results'],
] as const)('closes the dialog of %s on Escape and returns focus to the menu’s button', async (item, title) => {
  fakePolls()

  await openDialog(item, title)
  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = await findPollMenu()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('shows real totals and the polls with the most votes in the dashboard', async () => {
  const fake = fakePolls({ polls: [makePoll(), makePoll({ id: 2 })] })

  const dialog = await dashboard()

  const choices = await within(dialog).findAllByRole('button', { name: /^Question/ })
  expect(choices.map((choice) => choice.textContent)).toEqual([
    'Question 1?8 votes, not a sample',
    'Question 2?8 votes, not a sample',
  ])
  expect(statIn(dialog, 'Active Polls')).toBe('34')
  expect(statIn(dialog, 'Total Participants')).toBe('18.3K')
  expect(statIn(dialog, 'Votes Today')).toBe('810')
  expect(statIn(dialog, 'Polls Ending Soon')).toBe('5')
  expect(within(dialog).queryByText('Example')).toBeNull()
  expect(fake.callsOf(listPolls).some(({ search }) => search.get('sort') === 'most_votes')).toBe(true)
})

test('shows the results of the first poll until another one is selected', async () => {
  fakePolls({ polls: [makePoll(), makePoll({ id: 2 })] })

  const dialog = await dashboard()
  expect(await within(dialog).findByRole('table', { name: 'Results by state: Question 1?' })).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: /^Question 2/, pressed: false }))

  expect(await within(dialog).findByRole('table', { name: 'Results by state: Question 2?' })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: /^Question 2/, pressed: true })).toBeTruthy()
  expect(within(dialog).queryByRole('table', { name: 'Results by state: Question 1?' })).toBeNull()
})

test('keeps order and selection when one poll overtakes another', async () => {
  const [first, second] = [makePoll(), makePoll({ id: 2 })]
  const fake = fakePolls({ polls: [first, second] })
  const { queryClient } = openPage('/polls')
  await chooseInPollMenu('Results Dashboard')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('table', { name: 'Results by state: Question 1?' })

  fake.respond(listPolls, { results: [{ ...second, total_votes: 90 }, first], next: null })
  await queryClient.invalidateQueries({ queryKey: ['api', 'polls'] })

  const choices = within(dialog).getAllByRole('button', { name: /^Question/ })
  await waitFor(() => expect(choices[1]?.textContent).toContain('90 votes'))
  expect(choices[0]?.getAttribute('aria-pressed')).toBe('true')
  expect(within(dialog).getByRole('table', { name: 'Results by state: Question 1?' })).toBeTruthy()
})

test('labels a tied top poll and a top poll without votes', async () => {
  const tied = makePoll({
    options: [
      { id: 11, text: 'Yes', vote_count: 14 },
      { id: 12, text: 'No', vote_count: 14 },
    ],
  })
  const withoutVotes = makePoll({ id: 2, options: [{ id: 21, text: 'Yes', vote_count: 0 }] })
  fakePolls({ polls: [tied, withoutVotes] })

  const dialog = await dashboard()

  expect((await within(dialog).findByRole('button', { name: /^Question 1/ })).textContent).toContain('Tie50%')
  expect(within(dialog).getByRole('button', { name: /^Question 2/ }).textContent).toBe('Question 2?No votes yet')
})

test('shows made-up numbers labeled as an example in an empty install', async () => {
  fakePolls({ polls: [] })

  const dialog = await dashboard()

  // One label above the totals and one above the poll: on a phone, both are not visible at once.
  expect(await within(dialog).findAllByText('Example')).toHaveLength(2)
  expect(within(dialog).getByText(/There are no polls yet\. These numbers are made up\./)).toBeTruthy()
  expect(within(dialog).getByRole('heading', { name: 'Votes over time' })).toBeTruthy()
  expect(within(dialog).getByRole('heading', { name: 'By state' })).toBeTruthy()
  expect(within(dialog).queryByRole('link', { name: /Download/ })).toBeNull()
  expect(within(dialog).queryByText('34')).toBeNull()
})

test('shows skeletons while the dashboard loads', async () => {
  const fake = fakePolls()
  fake.respond(listPolls, ({ search }) => (search.get('sort') || search.get('filter') === 'live' ? never() : []))
  fake.respond(getPollSummary, never)

  const dialog = await dashboard()

  expect(within(dialog).getByText('Loading results...')).toBeTruthy()
  expect(statIn(dialog, 'Active Polls')).toBe('')
})

test.each([
  ['dashboard', dashboard],
  ['live dialog', liveResults],
])('offers Try Again when the %s fails to load', async (_name, open) => {
  const fake = fakePolls()
  fake.respondError(listPolls, { status: 500 })

  const dialog = await open()
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Polls could not be loaded')
  fake.respond(listPolls, { results: [makePoll()], next: null })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try Again' }))

  expect((await within(dialog).findAllByText(/^Question 1\?$/)).length).toBeGreaterThan(0)
})

test('shows dashes for totals that fail to load, and everything else', async () => {
  fakePolls().respondError(getPollSummary, { status: 404 })

  const dialog = await dashboard()

  expect(await within(dialog).findByRole('heading', { name: 'By state' })).toBeTruthy()
  expect(statIn(dialog, 'Active Polls')).toBe('—')
})

test('shows open polls with their bars and the viewer’s vote in the live results', async () => {
  const closed = makePoll({ id: 3, is_closed: true })
  const fake = fakePolls({ polls: [makePoll(), makePoll({ id: 2 }), closed], votes: [{ poll: 1, option: 12 }] })

  const dialog = await liveResults()

  const questions = await within(dialog).findAllByRole('heading', { level: 3 })
  expect(questions.map((question) => question.textContent)).toEqual(['Question 1?', 'Question 2?'])
  expect(statIn(dialog, 'Active Polls')).toBe('2')
  expect(statIn(dialog, 'Your Votes')).toBe('1')
  expect(within(dialog).getByText('2 votes, your vote')).toBeTruthy()
  expect(within(dialog).getAllByText('8 votes, not a sample of the public')).toHaveLength(2)
  // A poll with fewer than 20 votes shows no leader and no percentages.
  expect(within(dialog).queryByText(/%|leading/)).toBeNull()
  expect(fake.callsOf(listPolls).some(({ search }) => search.get('filter') === 'live')).toBe(true)
})

test('counts the votes of all open polls, also of those that are not shown', async () => {
  fakePolls().respond(listPolls, { results: [makePoll()], next: 'c2' })

  const dialog = await liveResults()

  expect(await within(dialog).findByText('The polls with the newest votes.')).toBeTruthy()
  expect(statIn(dialog, 'Total Votes')).toBe('9.4K')
  expect(statIn(dialog, 'Active Polls')).toBe('34')
})

test('holds the order still while people vote, and puts what moved on top when asked', async () => {
  const fake = fakePolls()
  fake.respond(listPolls, { results: [makePoll(), makePoll({ id: 2 }), makePoll({ id: 3 })], next: null })
  const { queryClient } = openPage('/polls')
  await chooseInPollMenu('Live Poll Results')
  const dialog = await screen.findByRole('dialog')
  const questions = () => within(dialog).getAllByRole('heading', { level: 3 })
  const shown = () => questions().map((question) => question.textContent)
  await within(dialog).findByRole('link', { name: 'Question 3?' })

  const { onCounts, stop } = followPollCounts(queryClient)
  act(() =>
    onCounts({
      ...noCounts,
      polls: [
        {
          id: 3,
          total_votes: 10,
          options: [
            [31, 7],
            [32, 3],
          ],
          version: 10,
        },
      ],
    }),
  )

  expect(await within(dialog).findByText('10 votes, 2 since you opened this, not a sample of the public')).toBeTruthy()
  expect(shown()).toEqual(['Question 1?', 'Question 2?', 'Question 3?'])
  await userEvent.click(await within(dialog).findByRole('button', { name: '1 poll moved up' }))
  expect(shown()).toEqual(['Question 3?', 'Question 1?', 'Question 2?'])
  expect(within(dialog).queryByRole('button', { name: /moved up/ })).toBeNull()
  expect(document.activeElement).toBe(questions()[0]?.closest('ul'))
  stop()
})

test('links each question to its poll and closes the dialog', async () => {
  fakePolls()

  const dialog = await liveResults()
  await userEvent.click(await within(dialog).findByRole('link', { name: 'Question 1?' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Results', expanded: true })).toBeTruthy()
})

test('shows an empty state in the live results when no poll is open', async () => {
  fakePolls({ polls: [makePoll({ is_closed: true })] })

  const dialog = await liveResults()

  expect(await within(dialog).findByText('No active polls')).toBeTruthy()
})

test('shows skeletons while live results load', async () => {
  fakePolls().respond(listPolls, ({ search }) => (search.get('sort') || search.get('filter') === 'live' ? never() : []))

  const dialog = await liveResults()

  expect(within(dialog).getByText('Loading polls...')).toBeTruthy()
})
