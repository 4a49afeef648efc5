import { resendConfirmation } from '@wtpu/contract/accounts/confirmation'
import { getAccount, refreshToken } from '@wtpu/contract/accounts/accounts'
import { castVote, getPoll, getPollSummary, listMyVotes, listPolls, type Poll } from '@wtpu/contract/polls/polls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessToken, json, openPage } from '#testing/fake-api.tsx'
import { ballot, fakePolls } from '#testing/fake-polls.ts'
import { account } from '#features/accounts/fixtures.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { myVotesQuery } from '#features/polls/core/my-votes.ts'
import { makePoll } from '#features/polls/fixtures.ts'

const yes = 11
const no = 12

function fakeTwoPolls({
  votes = [],
  poll = makePoll(),
}: { votes?: { poll: number; option: number }[]; poll?: Poll } = {}) {
  return fakePolls({ polls: [poll, makePoll({ id: 2 })], votes })
}

/** The poll after one more vote for Yes. */
const pollAfterVote = makePoll({
  options: [
    { id: yes, text: 'Yes', vote_count: 7 },
    { id: no, text: 'No', vote_count: 2 },
  ],
})

/** Accepts a vote for Yes and returns the new count in the list from then on. */
function acceptVoteForYes(fake: ReturnType<typeof fakeTwoPolls>) {
  fake.respond(castVote, () => {
    fake.respond(listPolls, [pollAfterVote, makePoll({ id: 2 })])
    fake.respond(listMyVotes, [{ poll: 1, option: yes, ballot }])
    return { ...pollAfterVote, undo_until: null }
  })
  return fake
}

const findCard = (question = 'Question 1?') => screen.findByRole('article', { name: question })
const voteButtons = (poll: HTMLElement) => within(poll).queryAllByRole('button', { name: /^Vot/ })
const errorTitle = 'Oops — vote not submitted'
const findErrorDialog = (description: string) => screen.findByRole('dialog', { name: errorTitle, description })
const voteFor = async (option: string) =>
  userEvent.click(await within(await findCard()).findByRole('button', { name: `Vote for ${option}` }))

test('says in which language question, description and options are', async () => {
  fakeTwoPolls({ poll: makePoll({ question: '¿Más parques?', description: 'Para niños.', lang: 'es' }) })
  openPage('/polls')

  const card = await findCard('¿Más parques?')

  const languages = ['¿Más parques?', 'Para niños.', 'Yes', 'No'].map((text) => within(card).getByText(text).lang)
  expect(languages).toEqual(['es', 'es', 'es', 'es'])
})

test('a card with hidden results has no count before and after the vote', async () => {
  const options = makePoll().options.map((option) => ({ ...option, vote_count: 0 }))
  const poll = makePoll({ options, reveal: 'at_close', results_hidden: true })
  fakeTwoPolls({ poll, votes: [{ poll: 1, option: yes }] })
  openPage('/polls')

  const card = await findCard()
  expect(await within(card).findByText('Results are shown when the poll closes.')).toBeTruthy()
  expect(await within(card).findByText('Your vote')).toBeTruthy()
  expect(within(card).queryByText(/\d votes?|%/)).toBeNull()
  expect(within(card).queryByRole('link', { name: /^Results/ })).toBeNull()
})

test('disables only the buttons of its own poll while a vote is sent', async () => {
  fakeTwoPolls().respond(castVote, () => new Promise(() => undefined))

  openPage('/polls')
  await voteFor('Yes')

  const [first, second] = [await findCard(), await findCard('Question 2?')]
  expect(await within(first).findByText('Voting...')).toBeTruthy()
  expect([voteButtons(first), voteButtons(second)].map((buttons) => buttons.length)).toEqual([2, 2])
  for (const button of voteButtons(first)) expect(button.getAttribute('aria-disabled')).toBe('true')
  for (const button of voteButtons(second)) expect(button.getAttribute('aria-disabled')).toBe('false')
})

test('ignores a second click while a vote is sent', async () => {
  const fake = fakeTwoPolls()
  fake.respond(castVote, () => new Promise(() => undefined))

  openPage('/polls')
  await voteFor('Yes')
  await voteFor('No')

  expect(fake.callsOf(castVote)).toHaveLength(1)
})

test('sends a vote, stores it, marks the option and updates the count immediately', async () => {
  const fake = acceptVoteForYes(fakeTwoPolls())

  openPage('/polls')
  await voteFor('Yes')

  const poll = await findCard()
  expect(await within(poll).findByText('Yours')).toBeTruthy()
  expect(within(poll).getByText('78%, 7 votes, your vote')).toBeTruthy()
  expect(within(poll).getByText('Your vote has been counted.')).toBeTruthy()
  expect(voteButtons(poll)).toEqual([])
  expect(fake.callsOf(castVote)[0]).toMatchObject({ path: '/api/polls/1/vote/', body: { option_id: yes } })
  expect(JSON.parse(localStorage.getItem('userVotes') ?? '')).toMatchObject([{ pollId: 1, optionId: yes }])
})

test.each([
  ['/', 'home'],
  ['/polls?filter=trending', 'list'],
  ['/polls/1', 'link'],
  ['/polls/1#embed', 'embed'],
  ['/polls/1#notice', 'notice'],
  ['/polls/2#notice', 'list'],
])('says with a vote at %s that the voter came by: %s', async (path, source) => {
  const fake = fakeTwoPolls()
  fake.respond(castVote, () => new Promise(() => undefined))

  openPage(path)
  await voteFor('Yes')

  expect(fake.callsOf(castVote)[0]?.body).toEqual({ option_id: yes, source })
})

test('sends a vote again, as a repetition, if the server lost its database meanwhile', async () => {
  const fake = fakeTwoPolls()
  fake.respondRaw(castVote, () => {
    acceptVoteForYes(fake)
    return json({ code: 'unavailable', detail: '' }, 503, { 'Retry-After': '0' })
  })

  openPage('/polls')
  await voteFor('Yes')

  expect(await within(await findCard()).findByText('Your vote has been counted.')).toBeTruthy()
  expect(fake.callsOf(castVote).map(({ body }) => body)).toEqual([
    { option_id: yes, source: 'list' },
    { option_id: yes, source: 'list', is_repetition: true },
  ])
})

test('refetches the list and the summary after a vote', async () => {
  const fake = acceptVoteForYes(fakeTwoPolls())

  openPage('/polls')
  await voteFor('Yes')

  await waitFor(() => expect(fake.callsOf(listPolls)).toHaveLength(2))
  expect(fake.callsOf(getPollSummary)).toHaveLength(2)
})

test('keeps keyboard focus on the option that was voted for', async () => {
  acceptVoteForYes(fakeTwoPolls())

  openPage('/polls')
  ;(await within(await findCard()).findByRole('button', { name: 'Vote for Yes' })).focus()
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(document.activeElement?.textContent).toContain('your vote'))
})

test.each([
  ['the server’s detail', { status: 400, body: { detail: 'This poll is closed.' } }, 'This poll is closed.'],
  [
    'a second vote',
    { status: 409, body: { detail: 'You Already Voted, Please Wait for the Results' } },
    'You Already Voted, Please Wait for the Results',
  ],
  ['a second vote without a detail', { status: 409 }, 'You Already Voted, Please Wait for the Results'],
  ['any other failure', { status: 500 }, 'Vote failed. Please try again.'],
  [
    'too many attempts',
    { status: 429, body: { detail: 'Too many attempts. Please try again later.' } },
    'Too many attempts. Please try again later.',
  ],
])('shows a dialog when a vote is rejected: %s', async (_name, reply, text) => {
  fakeTwoPolls().respondError(castVote, reply)

  openPage('/polls')
  await voteFor('No')

  const dialog = await findErrorDialog(text)
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Vote for No' })[0]))
  expect(localStorage.getItem('userVotes')).toBeNull()
})

test('offers to resend the link when voting needs a confirmed email', async () => {
  const fake = fakeTwoPolls()
  const detail = 'Please confirm your email first. We sent a link to ada@wtpu.example.'
  fake.respondError(castVote, { status: 403, body: { code: 'email_not_confirmed', detail } })
  fake.respond(resendConfirmation, { sent: true })
  fake.respond(getAccount, { ...account, email_confirmed: false })

  openPage('/polls')
  await voteFor('No')

  const dialog = await findErrorDialog(detail)
  await userEvent.click(within(dialog).getByRole('button', { name: /^Resend/ }))
  expect(await within(dialog).findByText('Sent. Please check your inbox.')).toBeDefined()
})

test('says that one can vote once the email was confirmed on another device', async () => {
  const fake = fakeTwoPolls()
  fake.respond(getAccount, { ...account, email_confirmed: false })
  const detail = 'Please confirm your email first. We sent a link to ada@wtpu.example.'
  fake.respondError(castVote, { status: 403, body: { code: 'email_not_confirmed', detail } })
  const { queryClient } = openPage('/polls')
  await voteFor('No')
  await findErrorDialog(detail)
  fake.respond(getAccount, { ...account, email_confirmed: true })

  await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey })

  const dialog = within(await screen.findByRole('dialog', { name: 'You can vote now' }))
  expect(dialog.getByRole('status').textContent).toBe('Your email is confirmed now.')
  expect(dialog.queryByText(detail)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Vote for No' })[0]))
})

test('a dialog that does not know whether a vote arrived closes once the votes say that it did', async () => {
  const fake = fakeTwoPolls()
  const { queryClient } = openPage('/polls')
  await findCard()
  fake.failToConnect(castVote)
  fake.failToConnect(listMyVotes)
  await voteFor('Yes')
  await screen.findByRole('dialog', { name: 'We do not know whether your vote arrived' })
  fake.respond(listMyVotes, [{ poll: 1, option: yes, ballot }])

  await queryClient.invalidateQueries({ queryKey: myVotesQuery().queryKey })

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('your vote'))
})

test('reports a failed vote without a network', async () => {
  fakeTwoPolls().failToConnect(castVote)

  openPage('/polls')
  await voteFor('No')

  expect(await findErrorDialog('Vote failed. Please try again.')).toBeTruthy()
})

test.each([
  ['says nothing if it was counted', [{ poll: 1, option: no, ballot, undo_until: '2099-01-01T00:00:00Z' }], undefined],
  ['says what is known if it was not', [], errorTitle],
] as const)('after a vote whose response was lost, asks for the votes and %s', async (_, votes, dialog) => {
  const fake = fakeTwoPolls()
  fake.respond(getPoll, makePoll())
  openPage('/polls')
  await findCard()
  fake.respondRaw(castVote, () => {
    fake.respond(listMyVotes, [...votes])
    return Promise.reject(new TypeError('Failed to fetch'))
  })

  await voteFor('No')

  if (dialog) return expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy()
  expect(await within(await findCard()).findByRole('button', { name: 'Undo the vote on Question 1?' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('says that nobody knows whether a vote arrived, and sends the next try as a repetition', async () => {
  const fake = fakeTwoPolls()
  openPage('/polls')
  await findCard()
  fake.failToConnect(castVote)
  fake.failToConnect(listMyVotes)
  await voteFor('Yes')
  const dialog = within(await screen.findByRole('dialog', { name: 'We do not know whether your vote arrived' }))
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  acceptVoteForYes(fake)

  await voteFor('Yes')

  expect(await within(await findCard()).findByText('Yours')).toBeTruthy()
  expect(fake.callsOf(castVote).at(-1)?.body).toEqual({ option_id: yes, source: 'list', is_repetition: true })
})

test('a vote that was taken back in another tab is not shown here once the votes were read', async () => {
  const fake = acceptVoteForYes(fakeTwoPolls())
  openPage('/polls')
  await voteFor('Yes')
  expect(await within(await findCard()).findByText('Counted and final.')).toBeTruthy()
  fake.respond(listMyVotes, [])

  window.dispatchEvent(new Event('visibilitychange'))

  const card = within(await findCard())
  expect(await card.findByRole('button', { name: 'Vote for Yes' })).toBeTruthy()
  expect(card.queryByText(/Yours|[Cc]ounted/)).toBeNull()
  expect(localStorage.getItem('userVotes')).toBeNull()
})

test('asks to log in when a vote is not authenticated', async () => {
  const fake = fakeTwoPolls()
  fake.respondError(castVote, { status: 401, body: { detail: 'Authentication required.' } })
  fake.respond(refreshToken, { access: accessToken({ lifeSeconds: 7200 }), refresh: 'next' })

  openPage('/polls')
  await voteFor('No')

  expect(await findErrorDialog('Please login to vote')).toBeTruthy()
})

test('marks the vote cast on another device after a rejected vote', async () => {
  const fake = fakeTwoPolls()
  openPage('/polls')
  await findCard()
  fake.respondError(castVote, { status: 409 })
  fake.respond(listMyVotes, [{ poll: 1, option: no, ballot }])

  await voteFor('Yes')
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))

  expect(await within(await findCard()).findByText(/2 votes, your vote/)).toBeTruthy()
})

test('says before a vote that few have answered, until ten have', async () => {
  const many = makePoll({ id: 2, options: [21, 22].map((id) => ({ id, text: `Option ${id}`, vote_count: 5 })) })
  fakePolls({ polls: [makePoll(), many, makePoll({ id: 3 })], votes: [{ poll: 3, option: 31 }] })

  openPage('/polls')

  const shown = []
  for (const id of [1, 2, 3]) {
    const line = 'Few have answered. Others may be able to tell who chose what.'
    shown.push(within(await findCard(`Question ${id}?`)).queryByText(line) !== null)
  }
  expect(shown).toEqual([true, false, false])
})

test('counts the viewer’s answer that the public counts do not have yet', async () => {
  fakeTwoPolls().respond(listMyVotes, [{ poll: 1, option: no, ballot: '', is_due: true }])

  openPage('/polls')

  expect(await within(await findCard()).findByText('33%, 3 votes, your vote')).toBeTruthy()
})

test('marks the option from the server’s list of the viewer’s votes', async () => {
  fakeTwoPolls({ votes: [{ poll: 1, option: no }] })

  openPage('/polls')

  expect(await within(await findCard()).findByText('25%, 2 votes, your vote')).toBeTruthy()
  expect(voteButtons(await findCard())).toEqual([])
})

test('shows no cards in a browser that remembers no votes until the server returns the viewer’s votes', async () => {
  const fake = fakeTwoPolls()
  let sendVotes: (votes: { poll: number; option: number; ballot: string }[]) => void = () => undefined
  fake.respond(listMyVotes, () => new Promise((resolve) => (sendVotes = resolve)))

  openPage('/polls')

  await waitFor(() => expect(fake.callsOf(listPolls)).toHaveLength(1))
  await screen.findByText('34')
  expect(screen.queryByRole('article')).toBeNull()
  sendVotes([{ poll: 1, option: yes, ballot }])
  expect(within(await findCard()).getByText('Yours')).toBeTruthy()
})

test('marks the option stored in this browser until the server returns the viewer’s votes', async () => {
  const fake = fakeTwoPolls()
  let sendVotes: (votes: { poll: number; option: number; ballot: string }[]) => void = () => undefined
  fake.respond(listMyVotes, () => new Promise((resolve) => (sendVotes = resolve)))
  localStorage.setItem('userVotes', JSON.stringify([{ pollId: 1, optionId: yes, timestamp: 1 }]))

  openPage('/polls')

  expect(await within(await findCard()).findByText('Yours')).toBeTruthy()
  sendVotes([])
  expect(await within(await findCard()).findByRole('button', { name: 'Vote for Yes' })).toBeTruthy()
})
