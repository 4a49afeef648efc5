import config from '../playwright.config.ts'
import { expect, passGate, test } from './fixtures.ts'

// Playwright turns this cache off, because it can confuse other tests.
const ignoreDefaultArgs = ['--disable-back-forward-cache']
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs } })

test('Back shows the page as it was left, and its live stream is open again', async ({ page, context }) => {
  await passGate(context)
  const stream = () => page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live/')
  const opened = stream()
  await page.goto('/about')
  await opened
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
  })

  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  const reopened = stream()
  await page.goBack({ waitUntil: 'commit' })

  const reasons = await page.evaluate(() => JSON.stringify(performance.getEntriesByType('navigation')[0]))
  expect(await page.evaluate(() => 'persisted' in window && window.persisted), reasons).toBe(true)
  await reopened
})
