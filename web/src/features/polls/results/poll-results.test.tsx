import { castVote, getPollResults } from '@wtpu/contract/polls/polls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makePoll, makeResults } from '#features/polls/fixtures.ts'
import { cellsOf } from '#testing/cells-of.ts'
import { openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'

const never = () => new Promise<never>(() => undefined)
const card = (question = 'Question 1?') => screen.findByRole('article', { name: question })

test('shows the results of the linked poll expanded, with chart, map and download', async () => {
  fakePolls()

  openPage('/polls/1')

  const poll = await card()
  expect(await within(poll).findByRole('heading', { name: 'Votes over time' })).toBeTruthy()
  expect(within(poll).getByText(/^How the shares changed\. We draw every tenth vote, so that/)).toBeTruthy()
  expect(within(poll).getByRole('heading', { name: 'By state' })).toBeTruthy()
  expect(within(poll).getByRole('button', { name: 'Results', expanded: true })).toBeTruthy()
  const download = within(poll).getByRole('link', { name: 'Download totals (CSV)' })
  expect(download.getAttribute('href')).toBe('/api/polls/1/totals.csv')
  expect(download.hasAttribute('download')).toBe(true)
  const json = within(poll).getByRole('link', { name: 'Download totals (JSON)' })
  expect(json.getAttribute('href')).toBe('/api/polls/1/totals.json')
})

test('copies the link of a poll and its embed code', async () => {
  fakePolls()
  const user = userEvent.setup()
  openPage('/polls/1')
  const poll = await card()

  await user.click(await within(poll).findByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/results/1`)
  await user.click(within(poll).getByRole('button', { name: 'Copy embed code' }))

  expect(await navigator.clipboard.readText()).toContain(
    `<iframe src="${window.location.origin}/embed/polls/1" title="Question 1?"`,
  )
  expect(await screen.findByText('Embed code copied')).toBeTruthy()
})

test('collapses and expands the results', async () => {
  fakePolls()

  openPage('/polls/1')
  await screen.findByRole('heading', { name: 'By state' })
  await userEvent.click(screen.getByRole('button', { name: 'Results', expanded: true }))
  expect(screen.queryByRole('heading', { name: 'By state' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Results', expanded: false }))

  expect(await screen.findByRole('heading', { name: 'By state' })).toBeTruthy()
})

test('describes the chart for screen readers and offers its numbers as a table', async () => {
  fakePolls()

  openPage('/polls/1')

  expect(await screen.findByText(/^Votes from .* to .*\. Yes: 75%, 24 votes\. No: 25%, 8 votes\.$/)).toBeTruthy()
  await userEvent.click(screen.getByText('Show as a table'))
  const rows = cellsOf(screen.getByRole('table', { name: 'Votes over time: Question 1?' }))
  expect(rows[0]).toEqual(['Time', 'Yes', 'No'])
  expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
    ['0', '0'],
    ['6', '2'],
    ['12', '4'],
    ['18', '6'],
    ['24', '8'],
  ])
})

test('shows each state with the line of its leading option on the map, and the same results in the table', async () => {
  fakePolls()

  openPage('/polls/1')

  expect(cellsOf(await screen.findByRole('table', { name: 'Results by state: Question 1?' }))).toEqual([
    ['State', 'Leading option', 'Its votes', 'First voters counted'],
    ['New York', 'Yes', '75', '110'],
    ['Puerto Rico', 'Tie', '10', '20'],
    ['Texas', 'No', '20', '30'],
  ])
  const lineOf = (title: string) => screen.getByTitle(title).querySelector('path')
  expect(lineOf('New York: Yes leads, 75 of the first 110 voters')).not.toBeNull()
  expect(lineOf('Texas: No leads, 20 of the first 30 voters')).toBeNull()
  expect(screen.getByTitle('Ohio: too few voters to show').textContent).toBe('OH')
  expect(screen.getByText('Yes leads by 10 points or more')).toBeTruthy()
  expect(screen.queryByText('No leads by 10 points or more')).toBeNull()
  expect(screen.getByText('Too close, or fewer than 100 voters')).toBeTruthy()
  expect(
    screen.getByText(/^For each state we count in steps: the first 10 voters, then 20, 30, 40 and so on/),
  ).toBeTruthy()
  expect(screen.getByText(/States are what members say about themselves\./)).toBeTruthy()
})

test('says how many voters are in no number, and who leads clearly without counts', async () => {
  const poll = makePoll({
    options: [
      { id: 11, text: 'Yes', vote_count: 900 },
      { id: 12, text: 'No', vote_count: 100 },
    ],
  })
  const states = [
    { state: 'NY', voters: 110, leading_option: 11, leading_votes: 75, is_colored: true },
    { state: 'OH', voters: 20, leading_option: null, leading_votes: 10, is_colored: false },
    { state: 'WY', voters: null, leading_option: 11, leading_votes: null, is_colored: true },
  ]
  fakePolls({ polls: [poll] }).respond(getPollResults, makeResults(poll, { states }))

  openPage('/polls/1')

  const table = await screen.findByRole('table', { name: 'Results by state: Question 1?' })
  expect(cellsOf(table).at(-1)).toEqual(['Wyoming', 'Yes leads clearly, more than 80%', '', ''])
  expect(screen.getByTitle('Ohio: a tie, 10 of the first 20 voters each').textContent).toBe('OH')
  expect(screen.getByTitle('Wyoming: Yes leads clearly, more than 80%').querySelector('path')).not.toBeNull()
  expect(screen.getByText('The numbers by state cover 130 of 1,000 votes.')).toBeTruthy()
})

test('shows a sentence instead of the map when no state has ten voters', async () => {
  const fake = fakePolls()
  fake.respond(getPollResults, makeResults(makePoll(), { states: [] }))

  openPage('/polls/1')

  expect(await screen.findByText(/^A state is shown once it has 10 voters/)).toBeTruthy()
  expect(screen.queryByTitle('Ohio')).toBeNull()
})

test('shows the table without a map when no state has a clear lead', async () => {
  const states = [{ state: 'OH', voters: 20, leading_option: null, leading_votes: 10, is_colored: false }]
  fakePolls().respond(getPollResults, makeResults(makePoll(), { states }))

  openPage('/polls/1')

  const table = await screen.findByRole('table', { name: 'Results by state: Question 1?' })
  expect(cellsOf(table).at(-1)).toEqual(['Ohio', 'Tie', '10', '20'])
  expect(screen.queryByTitle(/^Ohio/)).toBeNull()
})

test('shows "No votes yet" instead of charts for a poll without votes', async () => {
  const poll = makePoll({
    options: [
      { id: 11, text: 'Yes', vote_count: 0 },
      { id: 12, text: 'No', vote_count: 0 },
    ],
  })
  fakePolls({ polls: [poll] }).respond(getPollResults, makeResults(poll, { timeline: [], states: [] }))

  openPage('/polls/1')

  expect(await screen.findByText('No votes yet')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Votes over time' })).toBeNull()
})

test('says from when on there is a curve', async () => {
  fakePolls().respond(getPollResults, makeResults(makePoll(), { timeline: [], states: [] }))

  openPage('/polls/1')

  expect(await screen.findByText('The curve over time begins at 20 votes.')).toBeTruthy()
  expect(screen.queryByText('No votes yet')).toBeNull()
  expect(screen.getByText(/^A state is shown once it has 10 voters/)).toBeTruthy()
})

test('shows a skeleton while results load', async () => {
  fakePolls().respond(getPollResults, never)

  openPage('/polls/1')

  expect(await screen.findByText('Loading results...')).toBeTruthy()
})

test('offers Try Again when results fail to load', async () => {
  const fake = fakePolls()
  fake.respondError(getPollResults, { status: 503, body: { code: 'unavailable', detail: 'Please wait.' } })

  openPage('/polls/1')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Results could not be loaded')
  expect(alert.textContent).toContain('Please wait.')
  fake.respond(getPollResults, makeResults())
  await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('heading', { name: 'By state' })).toBeTruthy()
})

test('other cards lead to the page of the results, and to how the poll was taken', async () => {
  fakePolls({ polls: [makePoll(), makePoll({ id: 2 })] })

  openPage('/polls')
  const link = await screen.findByRole('link', { name: 'Results of Question 2?' })
  const taken = screen.getByRole('link', { name: /not a sample: how the poll “Question 2\?” was taken/ })
  expect([link, taken].map((one) => one.getAttribute('href'))).toEqual(['/results/2', '/results/2#how-taken'])
})

test('does not request results for cards that do not show them', async () => {
  const fake = fakePolls()

  openPage('/polls')
  await card()

  expect(fake.callsOf(getPollResults)).toEqual([])
})

test('updates the results after a vote', async () => {
  const fake = fakePolls()
  const pollAfterVote = makePoll({
    options: [
      { id: 11, text: 'Yes', vote_count: 7 },
      { id: 12, text: 'No', vote_count: 2 },
    ],
  })

  openPage('/polls/1')
  await screen.findByText(/\. Yes: 75%, 24 votes/)
  fake.respond(castVote, () => {
    fake.respond(getPollResults, makeResults(pollAfterVote))
    return { ...pollAfterVote, undo_until: null }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Vote for Yes' }))

  expect(await screen.findByText(/\. Yes: 78%, 28 votes/)).toBeTruthy()
})

test('centers the ballot when the card with its results is taller than the window', async () => {
  fakePolls()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(2 * window.innerHeight)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')

  openPage('/polls/1')

  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'center', behavior: 'smooth' }))
  expect(scroll.mock.contexts[0]).toBe(screen.getByRole('list', { name: 'Question 1?' }))
})

test('shows no curve and no states of an imported poll', async () => {
  const poll = makePoll({ is_closed: true, closes_at: '2024-04-01T04:00:00Z', imported_from: 'Our town (Polis)' })
  fakePolls({ polls: [poll] }).respond(getPollResults, makeResults(poll, { timeline: [], states: [] }))

  openPage('/polls/1')

  expect(await within(await card()).findByText(/^Imported from Our town \(Polis\): 8 people/)).toBeTruthy()
  expect(screen.queryByText(/The curve over time begins/)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'By state' })).toBeNull()
})
