import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { completeFirstVisit, expectVoteToAppear, totalVotes, voteForFirstOption } from './first-visit.ts'
import { card, createPoll, newQuestion } from './polls.ts'

test('completes a first visit, and another browser sees the vote without reloading', async ({ browser, baseURL }) => {
  await completeFirstVisit(browser, baseURL ?? '', { search: 'amberfield', name: 'Lucía Amberfield' })
})

/** Publishes a poll that no other test votes in. Returns its question. */
async function publishPoll(member: Page): Promise<string> {
  const question = newQuestion('Which road first')
  await createPoll(member, { question })
  return question
}

/** Makes the event `cut-stream` end the live stream. Chromium's `setOffline` only blocks new connections. */
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

test('shows missed and new votes of others after the live stream reconnects', async ({ citizen, newMember }) => {
  const watcher = await newMember()
  const others = watcher.context()
  await letTestCutStream(others)
  const [missed, next] = [await publishPoll(watcher), await publishPoll(watcher)]
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const online = await citizen.context().newPage()
  await online.goto('/polls')
  const watchedPoll = card(watcher, missed)
  const before = await totalVotes(watchedPoll)

  await others.setOffline(true)
  await watcher.evaluate(() => window.dispatchEvent(new Event('cut-stream')))
  // A page that is still online shows that the counts have been sent.
  await expectVoteToAppear(card(online, missed), () => voteForFirstOption(card(citizen, missed)))
  expect(await totalVotes(watchedPoll)).toBe(before)
  const reconnected = watcher.waitForResponse('**/api/live/', { timeout: 60_000 })
  await others.setOffline(false)

  // The missed vote is fetched when the network is back.
  await expect.poll(() => totalVotes(watchedPoll), { timeout: 60_000 }).toBe(before + 1)
  await reconnected
  await expectVoteToAppear(card(watcher, next), () => voteForFirstOption(card(citizen, next)))
})

test('a vote moves the bar in another browser without a request for the list', async ({ citizen, newMember }) => {
  const watcher = await newMember()
  // Refetches after connecting are spread over two seconds. Here they start at once, so that the log below has none.
  await watcher.addInitScript(() => {
    Math.random = () => 0
  })
  const requested: string[] = []
  watcher.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const questions: string[] = []
  for (let count = 0; count < 4; count++) questions.push(await publishPoll(watcher))
  await watcher.goto('/polls')
  await citizen.goto('/polls')
  const voteAndWatch = async () => {
    const question = questions.pop()
    if (question === undefined) throw new Error('each vote came with a request for the list')
    await expectVoteToAppear(card(watcher, question), () => voteForFirstOption(card(citizen, question)))
  }
  // The first vote shows that the stream is connected and the list was fetched afterwards.
  await voteAndWatch()

  // A poll that another test publishes at that moment also makes the page fetch the list, so there are three tries.
  await expect(async () => {
    const before = requested.length
    await voteAndWatch()
    expect(requested.slice(before).filter((path) => path.startsWith('/api/polls/'))).toEqual([])
  }).toPass({ timeout: 90_000 })
})

test('shows a vote cast elsewhere by refetching while the live stream is blocked', async ({ citizen, newMember }) => {
  const watcher = await newMember()
  await watcher.route('**/api/live/', (route) => route.abort())
  await watcher.clock.install()
  const question = await publishPoll(watcher)
  await watcher.goto('/polls')
  await citizen.goto('/polls')

  // Without the stream, polls are refetched every 30 s.
  await expectVoteToAppear(card(watcher, question), async () => {
    const voted = citizen.waitForResponse('**/api/polls/*/vote/')
    await voteForFirstOption(card(citizen, question))
    await voted
    await watcher.clock.fastForward(30_000)
  })
})
