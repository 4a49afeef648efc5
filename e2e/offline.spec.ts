import type { Page } from '@playwright/test'
import { expect, passGate, test } from './fixtures.ts'
import { startReleaseProxy } from './release-proxy.ts'
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

test('the offline page of a member, and the one while the server is away, come back by themselves', async ({
  citizen: page,
  baseURL,
}) => {
  const proxy = await startReleaseProxy(baseURL ?? '')
  await page.goto(`${proxy.url}/about`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const comesBack = async (lose: () => unknown, find: () => unknown) => {
    await lose()
    await page.goto(`${proxy.url}/polls?search=tax`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await find()
    await expect(page.getByRole('button', { name: 'Create Poll', exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${proxy.url}/polls?search=tax`)
  }

  await comesBack(proxy.close, proxy.open)
  await comesBack(
    () => page.context().setOffline(true),
    () => page.context().setOffline(false),
  )

  proxy.close()
})

test('every tab of an earlier release offers the new one and updates by itself; a tab of the new one does not', async ({
  context,
  baseURL,
}) => {
  const proxy = await startReleaseProxy(baseURL ?? '')
  await passGate(context)
  const open = async () => {
    const tab = await context.newPage()
    await tab.goto(`${proxy.url}/about`)
    await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    return tab
  }
  const offer = (tab: Page) => tab.getByText('A new version of WTPU is ready.')
  const caches = (tab: Page) => tab.evaluate(() => window.caches.keys())
  const first = await open()
  const second = await open()
  proxy.release()
  await expect(offer(first)).toBeVisible()
  await expect(offer(second)).toBeVisible()
  await expectAccessible(first)

  const third = await open()
  await expect.poll(() => caches(third)).toEqual(['shell-next'])
  for (const tab of [second, first]) {
    await expect(offer(tab)).toBeVisible()
    const loaded = tab.waitForEvent('load')
    await tab.getByRole('button', { name: 'Update' }).click()
    await loaded
    await tab.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /after-page/.test(name)),
    )
    await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  }

  for (const tab of [first, second, third]) await expect(offer(tab)).toBeHidden()
  for (const tab of [first, second, third]) await tab.close()
  proxy.close()
})
