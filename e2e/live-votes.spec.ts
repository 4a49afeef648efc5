import { expect, passGate, signInAsNewUser, test } from './fixtures.ts'
import { completeFirstVisit, expectVoteToAppear, firstOpenPoll, totalVotes, voteForFirstOption } from './first-visit.ts'

test('completes a first visit, and another browser sees the vote without reloading', async ({ browser, baseURL }) => {
  await completeFirstVisit(browser, baseURL ?? '', { search: 'amberfield', name: 'Lucía Amberfield' })
})

test('shows missed and new votes of others after the live stream reconnects', async ({ citizen, browser, baseURL }) => {
  test.setTimeout(120_000)
  const others = await browser.newContext({ baseURL })
  await passGate(others)
  await signInAsNewUser(others, baseURL ?? '')
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const online = await citizen.context().newPage()
  await online.goto('/polls')
  const question = await firstOpenPoll(citizen).getByRole('heading').innerText()
  const watchedPoll = watcher.getByRole('article', { name: question })
  const before = await totalVotes(watchedPoll)

  await others.setOffline(true)
  // A page with a network shows that the live hint has been sent.
  await expectVoteToAppear(online.getByRole('article', { name: question }), () =>
    voteForFirstOption(firstOpenPoll(citizen)),
  )
  expect(await totalVotes(watchedPoll)).toBe(before)
  await others.setOffline(false)

  // The missed vote is fetched when the stream reconnects.
  await expect.poll(() => totalVotes(watchedPoll), { timeout: 60_000 }).toBe(before + 1)
  const next = firstOpenPoll(citizen)
  const nextQuestion = await next.getByRole('heading').innerText()
  await expectVoteToAppear(watcher.getByRole('article', { name: nextQuestion }), () => voteForFirstOption(next))
  await others.close()
})

test('shows a vote cast elsewhere by refetching while the live stream is blocked', async ({
  citizen,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const others = await browser.newContext({ baseURL })
  await others.route('**/api/live/', (route) => route.abort())
  await passGate(others)
  await signInAsNewUser(others, baseURL ?? '')
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const poll = firstOpenPoll(citizen)
  const question = await poll.getByRole('heading').innerText()

  // Without the stream, polls are refetched every 30 s.
  await expectVoteToAppear(watcher.getByRole('article', { name: question }), () => voteForFirstOption(poll), 60_000)

  await others.close()
})
