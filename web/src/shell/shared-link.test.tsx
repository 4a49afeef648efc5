import { getPolitician } from '@wtpu/contract/politicians'
import { getPoll } from '@wtpu/contract/polls/polls'
import { site } from '@wtpu/contract/site/name'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { savedRoute } from '#lib/session/post-login-redirect.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { fakeApi, openPage } from '#testing/fake-api.tsx'

/** Without the ways to sign in, which the sign-in screen always reads. */
const callsForLink = (api: ReturnType<typeof fakeApi>) => api.calls.filter(({ path }) => path !== '/api/registration/')

const cardTitle = () => screen.queryByRole('heading', { level: 2, name: /^(Sign in|Join) to/ })?.textContent

test('the link of a poll asks to join first, and people with an account to sign in', async () => {
  fakeApi().respond(getPoll, makePoll({ id: 7, question: 'Ban leaf blowers?', total_votes: 1234 }))
  const { router } = openPage('/polls/7?filter=recent')

  await screen.findByText('1,234 votes so far')
  expect(router.state.location.pathname).toBe('/login')
  expect(cardTitle()).toBe('Join to vote on: Ban leaf blowers?')
  await userEvent.click(screen.getByRole('button', { name: 'I have an account' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Welcome Back' }))
  expect(cardTitle()).toBe('Sign in to vote on: Ban leaf blowers?')
  await router.navigate({ to: '/signup' })
  await screen.findByRole('heading', { name: 'Join WTPU' })
  expect(cardTitle()).toBe('Join to vote on: Ban leaf blowers?')
})

test('a closed poll has results to see instead', async () => {
  fakeApi().respond(getPoll, makePoll({ is_closed: true }))
  openPage('/polls/1')
  await waitFor(() => expect(cardTitle()).toBe('Join to see the results of: Question 1?'))
})

test.each([
  [false, undefined, 'Sign in to rate Ana Rivera'],
  [true, undefined, 'Sign in to see the ratings of Ana Rivera'],
  [false, ['ratings' as const], 'Sign in to read about Ana Rivera'],
])('an official who has left office (%s) gets, without %s, "%s"', async (retired, off, title) => {
  site.off = off
  onTestFinished(() => void delete site.off)
  fakeApi().respond(getPolitician, makePolitician({ id: 3, name: 'Ana Rivera', office: 'Sen', state: 'NM', retired }))
  openPage('/politicians/3')
  await screen.findByText('Senator for New Mexico')
  expect(cardTitle()).toBe(title)
})

test('a missing poll leaves the plain sign-in screen', async () => {
  const api = fakeApi()
  api.respondError(getPoll, { status: 404 })
  openPage('/polls/999')
  await screen.findByRole('heading', { name: 'Welcome Back' })
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
  expect(cardTitle()).toBeUndefined()
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined()
})

test('a site for members only says nothing of the link, and sends visitors of all pages to the sign-in', async () => {
  Object.assign(site, { forVisitors: ['/login', '/terms'] })
  onTestFinished(() => void delete site.forVisitors)
  const api = fakeApi()
  for (const path of ['/polls/7', '/results/7', '/']) {
    const { router } = openPage(path)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(router.state.location.pathname).toBe('/login')
    expect(savedRoute()).toBe(path)
    cleanup()
  }
  expect(callsForLink(api)).toEqual([])
})

test.each(['/polls', '/polls/0', '/polls/99999999999', '/politicians', '/forums/7', '/polls/x'])(
  'the link %s requests nothing',
  async (path) => {
    const api = fakeApi()
    openPage(path)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(callsForLink(api)).toEqual([])
    expect(cardTitle()).toBeUndefined()
  },
)
