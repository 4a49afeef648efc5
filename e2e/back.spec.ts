import type { Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { expect, passGate, test } from './fixtures.ts'

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

test('nothing keeps the browser from keeping a page for its Back button, whose live stream opens again', async ({
  page,
  context,
}) => {
  await passGate(context)
  // Some builds of Chromium keep no page at all, not even one of plain text.
  const always = await reasonsAgainst(page, ['/robots.txt', '/third-party-licenses.txt'])
  let streams = 0
  page.on('response', (response) => void (new URL(response.url()).pathname === '/api/live/' && streams++))
  await page.goto('/about')
  // An open live stream would be a reason.
  await expect.poll(() => streams).toBe(1)
  let streamsBefore = Infinity

  const reasons = await reasonsAgainst(page, ['/about', '/terms'], () => (streamsBefore = streams))

  expect(reasons.filter((reason) => !always.includes(reason))).toEqual([])
  await expect.poll(() => streams).toBeGreaterThan(streamsBefore)
})
