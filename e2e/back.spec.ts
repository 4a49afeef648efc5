import type { Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { expect, passGate, signInAsNewUser, test } from './fixtures.ts'
import { createPoll } from './polls.ts'

// Playwright turns this cache off, because it can confuse other tests.
const ignoreDefaultArgs = ['--disable-back-forward-cache']
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs } })

/** Goes to two pages and back. @returns why the browser did not keep the first one, in Chromium's words */
async function reasonsAgainst(
  page: Page,
  [first, second]: readonly [string, string],
  beforeBack?: () => void,
): Promise<string[]> {
  const client = await page.context().newCDPSession(page)
  const reasons: string[] = []
  client.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  await client.send('Page.enable')
  await page.goto(first)
  await page.waitForLoadState('load')
  await page.goto(second)
  beforeBack?.()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(first)
  await client.detach()
  return reasons
}

const cases: { who: string; signedIn: boolean; pathOf: (page: Page) => Promise<string> }[] = [
  { who: 'a visitor reads About', signedIn: false, pathOf: async () => '/about' },
  { who: 'a member reads the polls', signedIn: true, pathOf: async () => '/polls' },
  { who: 'a member reads the forums', signedIn: true, pathOf: async () => '/forums' },
  {
    who: 'a member reads the results of a poll',
    signedIn: true,
    pathOf: async (page) => `/results/${await createPoll(page, {})}`,
  },
]
for (const { who, signedIn, pathOf } of cases) {
  test(`nothing keeps the browser from keeping a page for its Back button, whose live stream opens again: ${who}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await passGate(context)
    if (signedIn) await signInAsNewUser(context, baseURL ?? '')
    // Some builds of Chromium keep no page at all, not even one of plain text.
    const always = await reasonsAgainst(page, ['/robots.txt', '/third-party-licenses.txt'])
    const path = await pathOf(page)
    let streams = 0
    page.on('response', (response) => void (new URL(response.url()).pathname === '/api/live/' && streams++))
    await page.goto(path)
    // An open live stream would be a reason.
    await expect.poll(() => streams).toBe(1)
    let streamsBefore = Infinity

    const reasons = await reasonsAgainst(page, [path, '/terms'], () => (streamsBefore = streams))

    expect(reasons.filter((reason) => !always.includes(reason))).toEqual([])
    await expect.poll(() => streams).toBeGreaterThan(streamsBefore)
  })
}
