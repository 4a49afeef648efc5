import { createToken, getAccount, getUser, logout, register } from '@wtpu/contract/accounts/accounts'
import { givePendingAnswer, listPendingAnswers, withdrawPendingAnswer } from '@wtpu/contract/polls/pending-answers'
import { listFeaturedPolls, listMyVotes, listPolls } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { onTestFinished, expect, test, vi } from 'vitest'
import { cacheEmailStatus } from '#lib/session/email-status.ts'
import { signOut } from '#lib/session/sign-out.ts'
import { accessToken, fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { myVotesQuery } from '#features/polls/core/my-votes.ts'
import { castPendingAnswers } from './cast-answer.ts'
import { keepAnswer, readPendingAnswer, settleAnswer } from '#lib/session/pending-answer.ts'

const answer = { pollId: 1, optionId: 11, question: 'Question 1?', option: 'Yes' }
const vote = { poll: 1, option: 11, ballot: '' }
const liveCard = () => screen.findByRole('article', { name: 'Question 1?' })

function openHome(whoCouldVote = 'members') {
  settleAnswer(undefined)
  const api = fakeApi()
  api.respond(listFeaturedPolls, [makePoll({ id: 2 }), makePoll({ id: 3 }), makePoll()])
  api.respondRaw(getPollTotals, () => json({ method: { who_can_vote: whoCouldVote } }))
  openPage('/')
  return api
}

function cast(api: ReturnType<typeof fakeApi>) {
  const outcomes: unknown[] = []
  onTestFinished(castPendingAnswers(new QueryClient(), (outcome) => outcomes.push(outcome)))
  return { outcomes, sent: () => api.callsOf(givePendingAnswer) }
}

test('a tap marks the answer, opens the sign-up of six fields and moves the focus to it', async () => {
  openHome()
  const card = within(await liveCard())

  await userEvent.click(await card.findByRole('button', { name: /^Vote for .*Yes$/ }))

  expect(await card.findByText('Your answer: Yes.')).toBe(document.activeElement?.querySelector('strong'))
  expect(card.getByText('Chosen')).toBeTruthy()
  const fields = [...card.getByRole('button', { name: 'Create Account' }).closest('form')!.elements].filter((element) =>
    ['INPUT', 'SELECT'].includes(element.tagName),
  )
  expect(fields.map((field) => field.getAttribute('name'))).toEqual([
    'firstName',
    'lastName',
    'email',
    'password',
    'state',
    'agreeToTerms',
  ])
  expect(readPendingAnswer()).toMatchObject(answer)
})

test('a closed registration is named instead of the sign-up, and the way to sign in stays', async () => {
  openHome().respond(getRegistration, { is_closed: true, providers: [], only_providers: false })
  const card = within(await liveCard())
  await userEvent.click(await card.findByRole('button', { name: /^Vote for .*Yes$/ }))
  expect(await card.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy()
  expect(card.queryByText(/Create an account/)).toBeNull()
  expect(card.queryByRole('button', { name: /Create Account|Google/ })).toBeNull()
  expect(card.getAllByRole('link', { name: 'Sign in' })).toHaveLength(1)
})

test.each([
  ['members', 'Not counted yet. Create an account, and we count it right away.'],
  [
    'members with a confirmed email address',
    'Not counted yet. Create an account and open the link in our mail, and we count it.',
  ],
])('where %s can vote, the card says when the answer counts', async (whoCouldVote, sentence) => {
  openHome(whoCouldVote)

  await userEvent.click(await within(await liveCard()).findByRole('button', { name: /^Vote for .*Yes$/ }))

  expect(await within(await liveCard()).findByText(sentence)).toBeTruthy()
})

test('another tap changes the answer and keeps what was typed; Cancel drops it', async () => {
  openHome()
  const card = within(await liveCard())
  await userEvent.click(await card.findByRole('button', { name: /^Vote for .*Yes$/ }))
  await userEvent.type(await card.findByLabelText('First name'), 'Ada')

  await userEvent.click(card.getByRole('button', { name: /^Vote for .*No$/ }))

  expect(await card.findByText('Your answer: No.')).toBeTruthy()
  expect(card.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada')
  await userEvent.click(card.getByRole('button', { name: 'Cancel' }))
  expect(card.queryByText('Chosen')).toBeNull()
  expect(document.activeElement).toBe(await liveCard())
  expect(readPendingAnswer()).toBeUndefined()
})

test('signing up in the card sends the password twice, and the card shows that the answer was counted', async () => {
  const api = openHome()
  api.respond(register, { id: 7, username: 'ada' })
  api.respond(createToken, { access: accessToken(), refresh: 'r' })
  api.respondError(getAccount, { status: 503 })
  api.respondError(getUser, { status: 503 })
  api.respond(givePendingAnswer, { state: 'counted' })
  api.respond(listMyVotes, [vote])
  const card = within(await liveCard())
  await userEvent.click(await card.findByRole('button', { name: /^Vote for .*Yes$/ }))
  const { sent } = cast(api)
  await userEvent.type(await card.findByLabelText('First name'), 'Ada')
  await userEvent.type(card.getByLabelText('Last name'), 'Lovelace')
  await userEvent.type(card.getByLabelText('Email'), 'ada@wtpu.example')
  await userEvent.type(card.getByLabelText('Password'), 'difference engine')
  await userEvent.selectOptions(card.getByLabelText('State'), 'New York')
  await userEvent.click(card.getByRole('checkbox'))

  await userEvent.click(card.getByRole('button', { name: 'Create Account' }))

  const outcome = await within(await liveCard()).findByText('Your answer was counted.')
  // The form is gone, and its outcome has its place.
  expect(document.activeElement?.contains(outcome) && document.activeElement.tagName).toBe('OUTPUT')
  expect(api.callsOf(register)[0]?.body).toMatchObject({
    answer: { poll: 1, option_id: 11 },
    password: 'difference engine',
    confirm_password: 'difference engine',
  })
  expect(sent().map(({ path, body }) => [path, body])).toEqual([['/api/polls/1/pending-answer/', { option_id: 11 }]])
  expect(readPendingAnswer()).toBeUndefined()
})

test.each([
  ['counts', 'counted', [vote], 'Your answer was counted.'],
  ['waits for the email', 'waiting', [], 'Not counted yet. Open the link in our mail, and we count it.'],
  ['the link on another device has counted', 'waiting', [vote], 'Your answer was counted.'],
] as const)('an answer that %s says so', async (_, state, votes, text) => {
  signedIn()
  cacheEmailStatus({ email: 'ada@wtpu.example', email_confirmed: false, confirmation_required: true })
  const api = openHome()
  api.respondError(getAccount, { status: 503 })
  api.respond(givePendingAnswer, { state })
  api.respond(listPendingAnswers, [{ poll: 1, question: 'Question 1?', option: 'Yes', state: 'waiting' }])
  api.respond(listMyVotes, [...votes])
  keepAnswer(answer)
  cast(api)

  expect(await within(await liveCard()).findByText(text)).toBeTruthy()
})

test('an answer that waits on the server is shown again after a reload', async () => {
  signedIn()
  cacheEmailStatus({ email: 'ada@wtpu.example', email_confirmed: false, confirmation_required: true })
  const api = openHome()
  api.respondError(getAccount, { status: 503 })
  api.respond(listPolls, [makePoll({ id: 4 }), makePoll()])
  api.respond(listPendingAnswers, [{ poll: 1, question: 'Question 1?', option: 'No', state: 'waiting' }])

  const turn = within(await screen.findByRole('region', { name: 'Your turn' }))
  expect(await turn.findByText('Your answer: No.')).toBeTruthy()
  expect(turn.getByRole('article', { name: 'Question 1?' })).toBeTruthy()
})

test('the page of a poll shows the answer that waits, until the lists say that it was counted elsewhere', async () => {
  settleAnswer(undefined)
  const api = fakePolls()
  cacheEmailStatus({ email: 'ada@wtpu.example', email_confirmed: false, confirmation_required: true })
  api.respondError(getAccount, { status: 503 })
  api.respond(listPendingAnswers, [{ poll: 1, question: 'Question 1?', option: 'No', state: 'waiting' }])
  openPage('/polls')
  const card = within(await liveCard())
  expect(await card.findByText('Your answer: No.')).toBeTruthy()
  expect(card.getByText('Chosen')).toBeTruthy()
  api.respond(listMyVotes, [{ ...vote, option: 12 }])

  window.dispatchEvent(new Event('visibilitychange'))

  expect(await card.findByText('Counted and final.')).toBeTruthy()
  expect(card.queryByText(/Not counted yet|Chosen/)).toBeNull()
})

test.each([
  ['is withdrawn', { status: 200 }, 'Your answer was withdrawn'],
  ['was withdrawn before', { status: 404 }, 'Your answer was withdrawn'],
  ['has been counted', { status: 409, body: { detail: 'Too late.' } }, 'Your answer could not be withdrawn'],
])('an answer that waits %s', async (_title, reply, title) => {
  signedIn()
  cacheEmailStatus({ email: 'ada@wtpu.example', email_confirmed: false, confirmation_required: true })
  const api = openHome()
  api.respondError(getAccount, { status: 503 })
  const waiting = { poll: 1, question: 'Question 1?', option: 'Yes', state: 'waiting' } as const
  const isGone = () => reply.status !== 409 && api.callsOf(withdrawPendingAnswer).length > 0
  api.respond(givePendingAnswer, { state: 'waiting' })
  api.respond(listPendingAnswers, () => (isGone() ? [] : [waiting]))
  if (reply.status === 200) api.respond(withdrawPendingAnswer, { withdrawn: true })
  else api.respondError(withdrawPendingAnswer, reply)
  keepAnswer(answer)
  cast(api)

  await userEvent.click(await within(await liveCard()).findByRole('button', { name: 'Withdraw my answer' }))

  expect(await screen.findByText(title)).toBeTruthy()
  expect(api.callsOf(withdrawPendingAnswer)[0]?.path).toBe('/api/polls/1/pending-answer/')
  if (reply.status === 409) return
  await waitFor(() => expect(screen.queryByText(/^Your answer: Yes/)).toBeNull())
  // The card at the top is gone, and Today is in its place.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your turn' })))
})

test('an answer that cannot be cast is dropped with its reason', async () => {
  signedIn()
  const api = openHome()
  api.respondError(givePendingAnswer, { status: 409, body: { code: 'poll_closed', detail: 'This poll has ended.' } })
  api.respond(listPendingAnswers, [])
  api.respond(listMyVotes, [])
  keepAnswer(answer)
  const { outcomes } = cast(api)

  expect(
    await within(await liveCard()).findByText('Your answer could not be counted. This poll has ended.'),
  ).toBeTruthy()
  expect(outcomes).toMatchObject([{ state: 'failed' }])
  expect(readPendingAnswer()).toBeUndefined()
})

test('an answer whose first response was lost is sent again and counted, not rejected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  signedIn()
  const api = fakeApi()
  api.respondError(givePendingAnswer, { status: 503 })
  api.respond(listMyVotes, [vote])
  keepAnswer(answer)
  const { outcomes, sent } = cast(api)
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  api.respondError(givePendingAnswer, { status: 409, body: { code: 'already_voted', detail: 'You Already Voted' } })

  await vi.advanceTimersByTimeAsync(10_000)

  await vi.waitFor(() => expect(outcomes).toMatchObject([{ state: 'counted' }]))
})

test('the votes are read again if they were requested before the answer was counted', async () => {
  signedIn()
  const api = fakeApi()
  const queryClient = new QueryClient()
  api.respond(listMyVotes, () => new Promise(() => undefined))
  onTestFinished(new QueryObserver(queryClient, myVotesQuery()).subscribe(() => undefined))
  await waitFor(() => expect(api.callsOf(listMyVotes)).toHaveLength(1))
  api.respond(givePendingAnswer, { state: 'counted' })
  api.respond(listMyVotes, [vote])
  keepAnswer(answer)

  onTestFinished(castPendingAnswers(queryClient, () => undefined))

  await waitFor(() => expect(queryClient.getQueryData(myVotesQuery().queryKey)).toEqual([vote]))
})

test('an answer waits for the network, and is not sent by visitors or after an hour', async () => {
  const api = fakeApi()
  api.respondError(givePendingAnswer, { status: 503 })
  keepAnswer(answer)
  const { outcomes, sent } = cast(api)
  expect(sent()).toHaveLength(0)
  signedIn()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(readPendingAnswer()).toMatchObject(answer)
  api.respond(givePendingAnswer, { state: 'counted' })

  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(outcomes).toHaveLength(1))

  keepAnswer(answer)
  vi.setSystemTime(Date.now() + 61 * 60_000)
  onTestFinished(() => void vi.useRealTimers())
  expect(readPendingAnswer()).toBeUndefined()
})

test('signing out drops the answer, for the next person at this device', () => {
  signedIn()
  fakeApi().respond(logout, { signed_out: true })
  keepAnswer(answer)

  signOut()

  expect(readPendingAnswer()).toBeUndefined()
})

test.each([
  ['/login', 'Sign in and we count it.'],
  ['/signup', 'Join and we count it.'],
])('%s shows the answer that is counted afterwards', async (path, text) => {
  settleAnswer(undefined)
  fakeApi()
  keepAnswer(answer)

  openPage(path)

  const notice = within(await screen.findByRole('region', { name: /^Your answer, not counted yet/ }))
  expect(notice.getByText(text)).toBeTruthy()
  expect(notice.queryAllByRole('link', { name: 'Create Account' })).toHaveLength(path === '/login' ? 1 : 0)
  await userEvent.click(notice.getByRole('button', { name: 'Drop my answer' }))
  expect(screen.queryByText('Question 1?')).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})
