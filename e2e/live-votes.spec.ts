import { expect, passGate, signInAsNewUser, test } from './fixtures.ts'
import type { BrowserContext } from '@playwright/test'
import { completeFirstVisit, expectVoteToAppear, firstOpenPoll, totalVotes, voteForFirstOption } from './first-visit.ts'

test('completes a first visit, and another browser sees the vote without reloading', async ({ browser, baseURL }) => {
  await completeFirstVisit(browser, baseURL ?? '', { search: 'amberfield', name: 'Lucía Amberfield' })
})

/** Makes the event `cut-stream` end the live stream. Chromium's `setOffline` only refuses new connections. */
async function letTestCutStream(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url)
        window.addEventListener('cut-stream', () => this.dispatchEvent(new Event('error')))
      }
    }
  })
}

test('shows missed and new votes of others after the live stream reconnects', async ({ citizen, browser, baseURL }) => {
  test.setTimeout(120_000)
  const others = await browser.newContext({ baseURL })
  await letTestCutStream(others)
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
  await watcher.evaluate(() => window.dispatchEvent(new Event('cut-stream')))
  // A page that is still online shows that the counts have been sent.
  await expectVoteToAppear(online.getByRole('article', { name: question }), () =>
    voteForFirstOption(firstOpenPoll(citizen)),
  )
  expect(await totalVotes(watchedPoll)).toBe(before)
  const reconnected = watcher.waitForResponse('**/api/live/', { timeout: 60_000 })
  await others.setOffline(false)

  // The missed vote is fetched when the network is back.
  await expect.poll(() => totalVotes(watchedPoll), { timeout: 60_000 }).toBe(before + 1)
  await reconnected
  const next = firstOpenPoll(citizen)
  const nextQuestion = await next.getByRole('heading').innerText()
  await expectVoteToAppear(watcher.getByRole('article', { name: nextQuestion }), () => voteForFirstOption(next))
  await others.close()
})

test('a vote moves the bar in another browser within 2 s, without a request for the list', async ({
  citizen,
  browser,
  baseURL,
}) => {
  const others = await browser.newContext({ baseURL })
  // Refetches after connecting are spread over two seconds. Here they start at once, so that the log below has none.
  await others.addInitScript(() => {
    Math.random = () => 0
  })
  await passGate(others)
  await signInAsNewUser(others, baseURL ?? '')
  const watcher = await others.newPage()
  const requested: string[] = []
  watcher.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const voteAndWatch = async (timeout?: number) => {
    const poll = firstOpenPoll(citizen)
    const watched = watcher.getByRole('article', { name: await poll.getByRole('heading').innerText() })
    await expectVoteToAppear(watched, () => voteForFirstOption(poll), timeout)
  }
  // The first vote shows that the stream is connected and the list was fetched afterwards.
  await voteAndWatch()
  const before = requested.length

  // The server sends counts once a second.
  await voteAndWatch(2_000)

  expect(requested.slice(before).filter((path) => path.startsWith('/api/polls/'))).toEqual([])
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
