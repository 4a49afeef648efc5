import { castVote, getPollResults } from '@wtpu/contract/polls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makeResults } from './fixtures.ts'

const never = () => new Promise<never>(() => undefined)
const card = (question = 'Question 1?') => screen.findByRole('article', { name: question })
/** The rows of a table, as their cells read. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent?.trim()))

test('the poll of the address shows its results at once, with key, chart, map and download', async () => {
  fakePolls()

  openPage('/polls/1')

  const poll = await card()
  expect(await within(poll).findByRole('heading', { name: 'Votes over time' })).toBeTruthy()
  expect(within(poll).getByRole('heading', { name: 'By state' })).toBeTruthy()
  expect(within(poll).getByRole('button', { name: 'Results', expanded: true })).toBeTruthy()
  expect(
    within(within(poll).getByRole('list', { name: 'Key' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['AYes', 'BNo'])
  const download = within(poll).getByRole('link', { name: 'Download totals (CSV)' })
  expect(download.getAttribute('href')).toBe('/api/polls/1/totals.csv')
  expect(download.hasAttribute('download')).toBe(true)
})

test('the results can be folded away and unfolded', async () => {
  fakePolls()

  openPage('/polls/1')
  await screen.findByRole('heading', { name: 'By state' })
  await userEvent.click(screen.getByRole('button', { name: 'Results', expanded: true }))
  expect(screen.queryByRole('heading', { name: 'By state' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Results', expanded: false }))

  expect(await screen.findByRole('heading', { name: 'By state' })).toBeTruthy()
})

test('the chart says in words what it draws, and has its numbers as a table', async () => {
  fakePolls()

  openPage('/polls/1')

  expect(await screen.findByText(/^Votes from .* to .*\. A, Yes: 6 votes\. B, No: 2 votes\.$/)).toBeTruthy()
  await userEvent.click(screen.getByText('Show as a table'))
  const rows = rowsOf(screen.getByRole('table', { name: 'Votes over time: Question 1?' }))
  expect(rows[0]).toEqual(['Time', 'A Yes', 'B No'])
  expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
    ['0', '0'],
    ['2', '1'],
    ['3', '1'],
    ['5', '2'],
    ['6', '2'],
  ])
})

test('the map tells each state by letter, a tie as a tie, and the table beside it says the same', async () => {
  fakePolls()

  openPage('/polls/1')

  expect(rowsOf(await screen.findByRole('table', { name: 'Results by state: Question 1?' }))).toEqual([
    ['State', 'Leading option', 'Its votes', 'Voters'],
    ['New York', 'A Yes', '15', '21'],
    ['Puerto Rico', 'Tie', '6', '12'],
    ['Texas', 'B No', '10', '18'],
  ])
  expect(screen.getByTitle('New York: Yes').textContent).toBe('NYA')
  expect(screen.getByTitle('Texas: No').textContent).toBe('TXB')
  expect(screen.getByTitle('Ohio').textContent).toBe('OH')
  expect(
    screen.getByText(
      "A state is shown once at least 10 of its citizens voted, so that nobody's vote can be read off the map.",
    ),
  ).toBeTruthy()
})

test('a level state of the map carries the sign of a tie', async () => {
  const fake = fakePolls()
  const states = [{ state: 'OH', voters: 12, leading_option: null, leading_votes: 6 }]
  fake.reply(getPollResults, makeResults(makePoll(), { states }))

  openPage('/polls/1')

  expect((await screen.findByTitle('Ohio: a tie')).textContent).toBe('OH=')
})

test('without a state of ten voters there is a sentence in place of the map', async () => {
  const fake = fakePolls()
  fake.reply(getPollResults, makeResults(makePoll(), { states: [] }))

  openPage('/polls/1')

  expect(await screen.findByText('No state has 10 voters yet.')).toBeTruthy()
  expect(screen.queryByTitle('Ohio')).toBeNull()
})

test('a poll nobody voted in says so and draws nothing', async () => {
  const poll = makePoll({
    options: [
      { id: 11, text: 'Yes', vote_count: 0 },
      { id: 12, text: 'No', vote_count: 0 },
    ],
  })
  fakePolls({ polls: [poll] }).reply(getPollResults, makeResults(poll, { timeline: [], states: [] }))

  openPage('/polls/1')

  expect(await screen.findByText('No votes yet')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Votes over time' })).toBeNull()
})

test('while results load, their shape stands in', async () => {
  fakePolls().reply(getPollResults, never)

  openPage('/polls/1')

  expect(await screen.findByText('Loading results...')).toBeTruthy()
})

test('results that fail can be tried again', async () => {
  const fake = fakePolls()
  fake.refuse(getPollResults, { status: 503, body: { detail: 'The database is away.' } })

  openPage('/polls/1')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Results could not be loaded')
  expect(alert.textContent).toContain('The database is away.')
  fake.reply(getPollResults, makeResults())
  await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('heading', { name: 'By state' })).toBeTruthy()
})

test('on other cards the results open in a dialog and give the focus back', async () => {
  fakePolls({ polls: [makePoll(), makePoll({ id: 2 })], votes: [{ poll: 2, option: 22 }] })

  openPage('/polls')
  const opener = await screen.findByRole('button', { name: 'See results of Question 2?' })
  await userEvent.click(opener)

  const dialog = await screen.findByRole('dialog', { name: 'Poll Results' })
  expect(await within(dialog).findByRole('heading', { name: 'Question 2?' })).toBeTruthy()
  expect(await within(dialog).findByText('75%, 6 votes, leading')).toBeTruthy()
  expect(within(dialog).getByText('25%, 2 votes, your vote')).toBeTruthy()
  expect(within(dialog).getByText('8 votes')).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: 'Download totals (CSV)' }).getAttribute('href')).toBe(
    '/api/polls/2/totals.csv',
  )
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a closed list asks for no results', async () => {
  const fake = fakePolls()

  openPage('/polls')
  await card()

  expect(fake.callsOf(getPollResults)).toEqual([])
})

test('a vote brings the results up to date', async () => {
  const fake = fakePolls()
  const moved = makePoll({
    options: [
      { id: 11, text: 'Yes', vote_count: 7 },
      { id: 12, text: 'No', vote_count: 2 },
    ],
  })

  openPage('/polls/1')
  await screen.findByText(/A, Yes: 6 votes/)
  fake.reply(castVote, () => {
    fake.reply(getPollResults, makeResults(moved))
    return moved
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Vote for Yes' }))

  expect(await screen.findByText(/A, Yes: 7 votes/)).toBeTruthy()
})

test('of a card that its results make higher than the window, the ballot is brought to the middle', async () => {
  fakePolls()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(2 * window.innerHeight)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')

  openPage('/polls/1')

  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'center', behavior: 'smooth' }))
  expect(scroll.mock.contexts[0]).toBe(screen.getByRole('list', { name: 'Question 1?' }))
})
