import { expect, passGate, signInAsNewUser, test } from './fixtures.ts'
import { expectVoteToAppear, firstOpenPoll, completeFirstVisit, totalVotes, voteForFirstOption } from './walk.ts'

test('completes a first visit, and another browser sees the vote without reloading', async ({ browser, baseURL }) => {
  await completeFirstVisit(browser, baseURL ?? '', { search: 'amberfield', name: 'Lucía Amberfield' })
})

test('shows votes within two seconds again after the live stream reconnects', async ({ citizen, browser, baseURL }) => {
  const others = await browser.newContext({ baseURL })
  await passGate(others)
  await signInAsNewUser(others, baseURL ?? '')
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const question = await firstOpenPoll(citizen).getByRole('heading').innerText()
  const watchedPoll = watcher.getByRole('article', { name: question })
  const before = await totalVotes(watchedPoll)

  await others.setOffline(true)
  await voteForFirstOption(firstOpenPoll(citizen))
  await expect(citizen.getByText('Your vote has been counted.').first()).toBeAttached()
  // Long enough for a hint and a refetch if the stream were still connected.
  await watcher.waitForTimeout(2_500)
  expect(await totalVotes(watchedPoll)).toBe(before)
  await others.setOffline(false)

  // The missed vote is fetched when the stream reconnects.
  await expect.poll(() => totalVotes(watchedPoll), { timeout: 35_000 }).toBe(before + 1)
  const next = firstOpenPoll(citizen)
  const nextQuestion = await next.getByRole('heading').innerText()
  await expectVoteToAppear(watcher.getByRole('article', { name: nextQuestion }), () => voteForFirstOption(next))
  await others.close()
})

test('shows a vote cast elsewhere within thirty seconds while the live stream is blocked', async ({
  citizen,
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000)
  const others = await browser.newContext({ baseURL })
  await others.route('**/api/live/', (route) => route.abort())
  await passGate(others)
  await signInAsNewUser(others, baseURL ?? '')
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const poll = firstOpenPoll(citizen)
  const question = await poll.getByRole('heading').innerText()

  await expectVoteToAppear(watcher.getByRole('article', { name: question }), () => voteForFirstOption(poll), 31_000)

  await others.close()
})
