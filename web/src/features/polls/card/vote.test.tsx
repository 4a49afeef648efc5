import { resendConfirmation } from '@wtpu/contract/accounts'
import { emailNotConfirmed } from '@wtpu/contract/errors'
import { refreshToken } from '@wtpu/contract/accounts'
import { castVote, getPollSummary, listMyVotes, listPolls, type Poll } from '@wtpu/contract/polls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessToken, openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'

const yes = 11
const no = 12

function ballot({ votes = [], poll = makePoll() }: { votes?: { poll: number; option: number }[]; poll?: Poll } = {}) {
  return fakePolls({ polls: [poll, makePoll({ id: 2 })], votes })
}

/** The poll after one more vote for Yes. */
const counted = makePoll({
  options: [
    { id: yes, text: 'Yes', vote_count: 7 },
    { id: no, text: 'No', vote_count: 2 },
  ],
})

/** Counts a vote for Yes: from then on the list says so too. */
function counts(fake: ReturnType<typeof ballot>) {
  fake.reply(castVote, () => {
    fake.reply(listPolls, [counted, makePoll({ id: 2 })])
    return counted
  })
  return fake
}

const card = (question = 'Question 1?') => screen.findByRole('article', { name: question })
const votesOf = (poll: HTMLElement) => within(poll).queryAllByRole('button', { name: /^Vot/ })
const title = 'Oops — vote not submitted'
const refusalThatSays = (description: string) => screen.findByRole('dialog', { name: title, description })
const voteFor = async (option: string) =>
  userEvent.click(await within(await card()).findByRole('button', { name: `Vote for ${option}` }))

test('while a vote is sent, only the buttons of its poll are disabled', async () => {
  ballot().reply(castVote, () => new Promise(() => undefined))

  openPage('/polls')
  await voteFor('Yes')

  const [first, second] = [await card(), await card('Question 2?')]
  expect(await within(first).findByText('Voting...')).toBeTruthy()
  expect([votesOf(first), votesOf(second)].map((buttons) => buttons.length)).toEqual([2, 2])
  for (const button of votesOf(first)) expect(button.getAttribute('aria-disabled')).toBe('true')
  for (const button of votesOf(second)) expect(button.getAttribute('aria-disabled')).toBe('false')
})

test('a second click while a vote is sent sends nothing', async () => {
  const fake = ballot()
  fake.reply(castVote, () => new Promise(() => undefined))

  openPage('/polls')
  await voteFor('Yes')
  await voteFor('No')

  expect(fake.callsOf(castVote)).toHaveLength(1)
})

test('a vote is sent, remembered, marked and counted at once', async () => {
  const fake = counts(ballot())

  openPage('/polls')
  await voteFor('Yes')

  const poll = await card()
  expect(await within(poll).findByText('Your vote')).toBeTruthy()
  expect(within(poll).getByText('77.8%, 7 votes, leading, your vote')).toBeTruthy()
  expect(within(poll).getByText('Your vote has been counted.')).toBeTruthy()
  expect(votesOf(poll)).toEqual([])
  expect(fake.callsOf(castVote)[0]).toMatchObject({ path: '/api/polls/1/vote/', body: { option_id: yes } })
  expect(JSON.parse(localStorage.getItem('userVotes') ?? '')).toMatchObject([{ pollId: 1, optionId: yes }])
})

test('after a vote the list and the summary are asked for again', async () => {
  const fake = counts(ballot())

  openPage('/polls')
  await voteFor('Yes')

  await waitFor(() => expect(fake.callsOf(listPolls)).toHaveLength(2))
  expect(fake.callsOf(getPollSummary)).toHaveLength(2)
})

test('the keyboard stays on the option that was voted for', async () => {
  counts(ballot())

  openPage('/polls')
  ;(await within(await card()).findByRole('button', { name: 'Vote for Yes' })).focus()
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(document.activeElement?.textContent).toContain('Your vote'))
})

test.each([
  ['the words of the server', { status: 400, body: { detail: 'This poll is closed.' } }, 'This poll is closed.'],
  [
    'a second vote',
    { status: 409, body: { detail: 'You Already Voted, Please Wait for the Results' } },
    'You Already Voted, Please Wait for the Results',
  ],
  ['a second vote without words', { status: 409 }, 'You Already Voted, Please Wait for the Results'],
  ['any other failure', { status: 500 }, 'Vote failed. Please try again.'],
  [
    'too many attempts',
    { status: 429, body: { detail: 'Too many attempts. Please try again later.' } },
    'Too many attempts. Please try again later.',
  ],
])('a refused vote opens the dialog: %s', async (_name, refusal, text) => {
  ballot().refuse(castVote, refusal)

  openPage('/polls')
  await voteFor('No')

  const dialog = await refusalThatSays(text)
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Vote for No' })[0]))
  expect(localStorage.getItem('userVotes')).toBeNull()
})

test('a vote that waits for a confirmed email offers to send the link again', async () => {
  const fake = ballot()
  const detail = 'Please confirm your email first. We sent a link to ada@wtpu.example.'
  fake.refuse(castVote, { status: 403, body: { code: emailNotConfirmed, detail } })
  fake.reply(resendConfirmation, { sent: true })

  openPage('/polls')
  await voteFor('No')

  const dialog = await refusalThatSays(detail)
  await userEvent.click(within(dialog).getByRole('button', { name: /^Resend/ }))
  expect(await within(dialog).findByText('Sent. Please check your inbox.')).toBeDefined()
})

test('a vote without a network says that it failed', async () => {
  ballot().lose(castVote)

  openPage('/polls')
  await voteFor('No')

  expect(await refusalThatSays('Vote failed. Please try again.')).toBeTruthy()
})

test('a vote in nobody’s name asks to log in', async () => {
  const fake = ballot()
  fake.refuse(castVote, { status: 401, body: { detail: 'Authentication required.' } })
  fake.reply(refreshToken, { access: accessToken({ lifeSeconds: 7200 }), refresh: 'next' })

  openPage('/polls')
  await voteFor('No')

  expect(await refusalThatSays('Please login to vote')).toBeTruthy()
})

test('a vote cast on another device is marked after the refusal', async () => {
  const fake = ballot()
  openPage('/polls')
  await card()
  fake.refuse(castVote, { status: 409 })
  fake.reply(listMyVotes, [{ poll: 1, option: no }])

  await voteFor('Yes')
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))

  expect(await within(await card()).findByText(/2 votes, your vote/)).toBeTruthy()
})

test('the server’s list of own votes marks the option', async () => {
  ballot({ votes: [{ poll: 1, option: no }] })

  openPage('/polls')

  expect(await within(await card()).findByText('25%, 2 votes, your vote')).toBeTruthy()
  expect(votesOf(await card())).toEqual([])
})

test('until the server has said, this browser’s memory marks the option', async () => {
  const fake = ballot()
  let tell: (votes: { poll: number; option: number }[]) => void = () => undefined
  fake.reply(listMyVotes, () => new Promise((resolve) => (tell = resolve)))
  localStorage.setItem('userVotes', JSON.stringify([{ pollId: 1, optionId: yes, timestamp: 1 }]))

  openPage('/polls')

  expect(await within(await card()).findByText('Your vote')).toBeTruthy()
  tell([])
  expect(await within(await card()).findByRole('button', { name: 'Vote for Yes' })).toBeTruthy()
})
