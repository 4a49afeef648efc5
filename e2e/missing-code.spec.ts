import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const failed = 'This page could not be loaded'

/** Counts the documents that the page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  return () => loads
}

/** Opens a page and waits for the code that it loads when the browser is idle. */
async function openIdle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /after-page/.test(name)))
  await page.waitForLoadState('networkidle')
}

/** As after an update of the site: files that were not loaded yet are gone. Returns a function that restores them. */
async function removeFiles(page: Page, { until }: { until: 'reload' | 'restored' }): Promise<() => void> {
  const missing = new Set<string>()
  let restored = false
  let reloaded = false
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloaded = true
  })
  await page.route('**/assets/*.js', (route) => {
    const url = route.request().url()
    if (!reloaded) missing.add(url)
    const isMissing = !restored && missing.has(url) && !(reloaded && until === 'reload')
    return isMissing ? route.fulfill({ status: 404, body: 'not found' }) : route.continue()
  })
  return () => void (restored = true)
}

test('until the app is there, who is past the gate reads the page, and others see the gate', async ({
  visitor,
  browser,
  baseURL,
}) => {
  const stranger = await browser.newPage({ baseURL: baseURL ?? '' })
  for (const [page, isPast] of [
    [visitor, true],
    [stranger, false],
  ] as const) {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(isPast ? /Citizenship/ : 'Protected Access')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await stranger.close()
})

test('a page whose code an update replaced is opened by one reload', async ({ visitor: page }) => {
  await openIdle(page, '/about')
  await removeFiles(page, { until: 'reload' })
  const loads = countLoads(page)

  await page.getByRole('banner').getByRole('link', { name: 'Join Now' }).click()

  await expect(page.getByRole('heading', { name: 'Join WTPU' })).toBeVisible()
  expect(loads()).toBe(1)
})

test('a page whose code stays missing says so after one reload, and Try Again opens it', async ({ visitor: page }) => {
  await openIdle(page, '/about')
  const restore = await removeFiles(page, { until: 'restored' })
  const loads = countLoads(page)

  await page.getByRole('banner').getByRole('link', { name: 'Join Now' }).click()

  await expect(page.getByText(failed).last()).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Join WTPU' })).toBeVisible()
  expect(loads()).toBe(1)
})

test('offline, a page that was not loaded says so, and opens when the network is back', async ({
  visitor: page,
  context,
}) => {
  await openIdle(page, '/about')
  const loads = countLoads(page)
  await context.setOffline(true)

  await page.getByRole('banner').getByRole('link', { name: 'Join Now' }).click()

  await expect(page.getByText(failed).last()).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Join WTPU' })).toBeVisible()
  expect(loads()).toBe(0)
})

test('a menu whose code an update replaced leaves the page as it is, and opens after a reload', async ({
  citizen: page,
}) => {
  await openIdle(page, '/about')
  await removeFiles(page, { until: 'reload' })
  const button = page.getByRole('button', { name: /^Account menu/ })

  await button.click()

  await expect(page.getByText('This could not be opened', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(button).toBeFocused()
  await page.getByRole('button', { name: 'Reload the Page' }).click()
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
})

test('a dialog whose code is missing says so even without the code of messages, and opens later', async ({
  citizen: page,
}) => {
  let isMissing = true
  await page.route(/\/assets\/(after-page|create-poll-dialog)-/, (route) =>
    isMissing ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/polls')
  const button = page.getByRole('button', { name: 'Create Poll' }).first()

  await button.click()

  const message = page.getByRole('alert').filter({ hasText: 'Create New Poll' })
  await expect(message.getByRole('button', { name: 'Reload the Page' })).toBeVisible()
  isMissing = false
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message).toBeHidden()
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Create New Poll' })).toBeVisible()
})
