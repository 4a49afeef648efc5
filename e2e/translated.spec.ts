import { pages } from '@wtpu/contract/site/on-demand/pages'
import type { Page } from '@playwright/test'
import { addressesOf } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { collectConsoleErrors, waitForContent } from './screen.ts'
import { staleTexts, translate } from './translator.ts'

/**
 * Every page of the route table while the browser translates it: what changes texts without writing. forms-under-failure.spec.ts
 * translates each form and each button that writes.
 */

test.describe.configure({ mode: 'parallel' })

async function expectCurrent(page: Page, where: string): Promise<void> {
  await expect.poll(() => staleTexts(page), where).toEqual([])
  await expect(page.getByText('Something went wrong'), where).toHaveCount(0)
}

/** Opens each tab, searches, and leaves the page without loading another. */
async function useTranslated(page: Page, path: string): Promise<void> {
  const errors = collectConsoleErrors(page)
  await page.goto(path)
  await waitForContent(page)
  await expect(page.locator('main font').first()).toBeAttached()
  await expectCurrent(page, path)
  const main = page.getByRole('main')
  // Names of people would be translated as words.
  expect(
    await main
      .locator('a[href^="/user/"], h1[translate]')
      .filter({ hasNotText: 'See what others see' })
      .locator('font')
      .allTextContents(),
    path,
  ).toEqual([])
  const tabs = main.getByRole('tablist').first()
  for (const name of await tabs.getByRole('tab').allInnerTexts()) {
    await tabs.getByRole('tab', { name: name.replace(/\s*\d+$/, '') }).click()
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectCurrent(page, `${path}, ${name}`)
  }
  for (const box of await main.getByRole('searchbox').all()) {
    await box.fill('water')
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectCurrent(page, `${path}, searched`)
    await box.fill('')
  }
  const target = path === '/support' ? 'Terms of Service' : 'Support'
  // The footer moves once more when comments that come into view get their height, so that the first click can miss the link.
  await expect(async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: target, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: target })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expectCurrent(page, `${path}, left`)
  expect(errors, path).toEqual([])
}

test('visitors can use every page translated', async ({ visitor }) => {
  test.slow()
  await translate(visitor)
  for (const path of addressesOf(pages.filter(({ member }) => !member)))
    await test.step(path, () => useTranslated(visitor, path))
})

test('members can use every page translated', async ({ citizen }) => {
  test.slow()
  await translate(citizen)
  const settings = ['/', '/dashboard', '/notifications', '/profile-settings', '/profile-settings/notifications']
  for (const path of [...settings, ...addressesOf(pages.filter(({ member }) => member))])
    await test.step(path, () => useTranslated(citizen, path))
})
