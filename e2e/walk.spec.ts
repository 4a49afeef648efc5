import { expect, passGate, signIn, test } from './fixtures.ts'
import { expectToMove, firstOpenPoll, firstWalk, totalVotes, voteForFirst } from './walk.ts'

test("a citizen's first walk, and another browser sees the vote without reloading", async ({ browser, baseURL }) => {
  await firstWalk(browser, baseURL ?? '', { search: 'amberfield', name: 'Lucía Amberfield' })
})

test('the stream was cut and came back: votes move again within two seconds', async ({ citizen, browser, baseURL }) => {
  const others = await browser.newContext({ baseURL })
  await passGate(others)
  await signIn(others, baseURL ?? '')
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const question = await firstOpenPoll(citizen).getByRole('heading').innerText()
  const seen = watcher.getByRole('article', { name: question })
  const before = await totalVotes(seen)

  await others.setOffline(true)
  await voteForFirst(firstOpenPoll(citizen))
  await expect(citizen.getByText('Your vote has been counted.').first()).toBeAttached()
  // Long enough for a hint and a refetch, if the stream were still there.
  await watcher.waitForTimeout(2_500)
  expect(await totalVotes(seen)).toBe(before)
  await others.setOffline(false)

  // What was missed while away arrives with the new connection.
  await expect.poll(() => totalVotes(seen), { timeout: 35_000 }).toBe(before + 1)
  const next = firstOpenPoll(citizen)
  const nextQuestion = await next.getByRole('heading').innerText()
  await expectToMove(watcher.getByRole('article', { name: nextQuestion }), () => voteForFirst(next))
  await others.close()
})

test('with the stream blocked a vote elsewhere shows within thirty seconds', async ({ citizen, browser, baseURL }) => {
  test.setTimeout(60_000)
  const others = await browser.newContext({ baseURL })
  await others.route('**/api/live/', (route) => route.abort())
  await passGate(others)
  await signIn(others, baseURL ?? '')
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const poll = firstOpenPoll(citizen)
  const question = await poll.getByRole('heading').innerText()

  await expectToMove(watcher.getByRole('article', { name: question }), () => voteForFirst(poll), 31_000)

  await others.close()
})
