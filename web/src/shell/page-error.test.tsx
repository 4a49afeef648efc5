import { getPollSummary, listPollCategories, listPolls, type Poll } from '@wtpu/contract/polls/polls'
import { listScheduledPolls } from '@wtpu/contract/polls/scheduled'
import { reportError } from '@wtpu/contract/site/site'
import { screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { reloadOnceFor } from '#lib/missing-code.ts'

const summary = {
  active_polls: 1,
  active_votes: 0,
  total_participants: 2,
  trending_topic: null,
  polls_ending_soon: 0,
  votes_today: 0,
}
const tryAgain = () => screen.findByRole('button', { name: 'Try Again' })

// React logs what a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** /polls with a poll that no component can show. */
async function openBrokenPolls() {
  const api = fakeApi()
  signedIn()
  api.respond(getPollSummary, summary)
  api.respond(listPollCategories, [])
  api.respond(listScheduledPolls, [])
  api.respondRaw(reportError, () => new Response(null, { status: 204 }))
  api.respond(listPolls, [{ ...makePoll(), options: null } as unknown as Poll])
  openPage('/polls')
  await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })
  return api
}

test('a page that throws leaves the shell, is reported and recovers with fresh data', async () => {
  const api = await openBrokenPolls()
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Forums' })).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
  await waitFor(() => expect(api.callsOf(reportError)).toHaveLength(1))
  expect(api.callsOf(reportError)[0]?.body).toMatchObject({ name: 'TypeError' })

  api.respond(listPolls, [makePoll({ question: 'Does it work again?' })])
  await userEvent.click(await tryAgain())

  expect(await screen.findByText('Does it work again?')).toBeDefined()
  expect(screen.queryByText('Something went wrong')).toBeNull()
})

test('another page can be opened from a page that throws', async () => {
  await openBrokenPolls()
  await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Forums' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Political Forums' })).toBeDefined()
})

test('does not reload a page whose server does not answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await reloadOnceFor(new Error('Not loaded'))).toBe(false)
  expect(sessionStorage.getItem('wtpu-reloaded-for')).toBeNull()
})
