import { expect, passGate, test } from './fixtures.ts'
import { expectAccessible } from './screen.ts'

test.use({ serviceWorkers: 'allow' })

test('a page that cannot be loaded is the offline page, and comes back with the network', async ({ page, context }) => {
  await passGate(context)
  await page.goto('/about')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

  await context.setOffline(true)
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)

  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  const cached = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/offline.html')
  expect(cached.filter((path) => !/^\/(assets\/|offline\.|favicon)/.test(path))).toEqual([])
})

test('a new version is offered, and used when the user agrees', async ({ page, context }) => {
  await passGate(context)
  await page.goto('/about')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  // The browser compares the scripts itself, so a test cannot change them. Another URL is another version, too.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js?next')))
  await expect(page.getByText('A new version of WTPU is ready.')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))

  await page.getByRole('button', { name: 'Update' }).click()

  await page.waitForFunction(() => !('isOldPage' in window))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\?next$/)
})
