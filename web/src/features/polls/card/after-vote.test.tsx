import { castVote, getPoll, listMyVotes, listPolls, undoVote } from '@wtpu/contract/polls/polls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { ballot, fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { keepAnswer, readPendingAnswer } from '#lib/session/pending-answer.ts'

const yes = 11
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const own = (seconds: number) => ({ poll: 1, option: yes, ballot, undo_until: inSeconds(seconds) })
const findCard = (question = 'Question 1?') => screen.findByRole('article', { name: question })

function fakeOneVoted(seconds: number) {
  const fake = fakePolls({ polls: [makePoll(), makePoll({ id: 2 })] })
  fake.respond(listMyVotes, [own(seconds)])
  return fake
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

test('offers Undo after a vote, and says when it has become final', async () => {
  const fake = fakePolls()
  fake.respond(castVote, () => {
    const until = inSeconds(5)
    fake.respond(listMyVotes, [{ ...own(0), undo_until: until }])
    return { ...makePoll(), undo_until: until }
  })
  openPage('/polls')

  await userEvent.click(await within(await findCard()).findByRole('button', { name: 'Vote for Yes' }))

  const card = within(await findCard())
  ;(await card.findByRole('button', { name: 'Undo the vote on Question 1?' })).focus()
  expect((await card.findByText(/^Counted, Ada/)).textContent).toMatch(/^Counted, Ada\. Yes, like \d of \d\./)
  expect(await card.findByText('Counted and final.', {}, { timeout: 9_000 })).toBeTruthy()
  expect(card.queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(document.activeElement?.textContent).toContain('your vote')
})

test('takes back a vote: its option can be voted for again, and has the focus', async () => {
  const fake = fakeOneVoted(9)
  localStorage.setItem('userVotes', JSON.stringify([{ pollId: 1, optionId: yes, timestamp: 1 }]))
  const before = makePoll({ options: makePoll().options.map((option) => ({ ...option, vote_count: 1 })) })
  fake.respond(undoVote, () => {
    fake.respond(listMyVotes, [])
    fake.respond(listPolls, [before, makePoll({ id: 2 })])
    return before
  })
  openPage('/polls')
  // The response to its answer as a visitor was lost.
  keepAnswer({ pollId: 1, optionId: yes, question: 'Question 1?', option: 'Yes' })

  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))

  const card = within(await findCard())
  expect(await card.findByRole('button', { name: 'Vote for Yes' })).toBeTruthy()
  expect(card.getAllByText('50%, 1 vote')).toHaveLength(2)
  expect(card.getByText('Your vote was taken back.')).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Vote for')
  expect(localStorage.getItem('userVotes')).toBeNull()
  expect(readPendingAnswer()).toBeUndefined()
  expect(fake.callsOf(undoVote)).toMatchObject([{ path: '/api/polls/1/vote/' }])
})

test('an undo whose response was lost has taken the vote back if the list of votes says so', async () => {
  const fake = fakeOneVoted(9)
  fake.respond(getPoll, makePoll())
  fake.respondRaw(undoVote, () => {
    fake.respond(listMyVotes, [])
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  openPage('/polls')

  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))

  expect(await within(await findCard()).findByText('Your vote was taken back.')).toBeTruthy()
  expect(screen.queryByText('Your vote was not taken back')).toBeNull()
})

test('says why a vote was not taken back, and keeps it', async () => {
  const fake = fakeOneVoted(9)
  fake.respondError(undoVote, { status: 409, body: { code: 'vote_final', detail: 'Yours is final now.' } })
  openPage('/polls')

  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))

  expect(await screen.findByText('Your vote was not taken back')).toBeTruthy()
  expect(screen.getByText('Yours is final now.')).toBeTruthy()
  expect(within(await findCard()).getByText('Yours')).toBeTruthy()
})

test('a vote without Undo is final at once, and its receipt has the number of the ballot', async () => {
  fakePolls({ votes: [{ poll: 1, option: yes }] })
  openPage('/polls')

  const receipt = await screen.findByText(/^Your receipt/)
  await userEvent.click(receipt)

  expect(screen.getByText(ballot)).toBeTruthy()
  // Share and Next question follow a vote of this visit only.
  expect(within(await findCard()).queryByRole('button', { name: /^(Undo|Share|Next question)/ })).toBeNull()
})

test('shares the poll with the sheet of the system, or else copies its link', async () => {
  fakeOneVoted(9)
  const share = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')))
  Object.assign(navigator, { share })
  openPage('/polls')
  const button = await screen.findByRole('button', { name: 'Share Question 1?' })
  const user = userEvent.setup()

  await user.click(button)
  expect(share).toHaveBeenCalledWith({ title: 'Question 1?', url: `${window.location.origin}/results/1` })
  expect(screen.queryByText('Link copied')).toBeNull()

  Reflect.deleteProperty(navigator, 'share')
  await user.click(button)
  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/results/1`)
})

test('moves to the next poll that can be voted in', async () => {
  fakeOneVoted(9)
  openPage('/polls')
  const second = await findCard('Question 2?')

  await userEvent.click(await screen.findByRole('button', { name: /^Next question after / }))

  await waitFor(() => expect(document.activeElement).toBe(second))
})
