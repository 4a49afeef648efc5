import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { collectConsoleErrors, waitForContent } from './screen.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the site' })
const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) })

test('typing finds every kind of content, and a result leads to it', async ({ citizen: page }) => {
  const errors = collectConsoleErrors(page)
  await page.goto('/about')
  await waitForContent(page)
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type('school')
  for (const name of ['Polls', 'Discussions', 'Posts', 'Comments']) await expect(group(page, name)).toBeVisible()
  await expect(page).toHaveURL('/search?q=school')
  await expect(box(page)).toBeFocused()
  await expect(group(page, 'Discussions').locator('mark').first()).toHaveText(/school/i)

  const discussion = group(page, 'Discussions')
    .getByRole('link', { name: /school/i })
    .first()
  const title = (await discussion.textContent()) ?? ''
  await discussion.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(group(page, 'Discussions')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'About WTPU' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a comment leads to its place in the discussion', async ({ citizen: page }) => {
  await page.goto('/search?q=school&kind=comments')
  const row = page.getByRole('list', { name: 'Comments' }).getByRole('listitem').first()
  const words = ((await row.locator('mark').first().textContent()) ?? '').trim()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/forums\/\d+\?comment=\d+/)
  await expect(page.getByRole('article').filter({ hasText: words }).first()).toBeVisible()
})

test('visitors search public facts, and return to the search after signing in', async ({ visitor: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Site search' }).click()
  await box(page).fill('school')
  await expect(group(page, 'Polls')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(3)
  await page.getByRole('region', { name: 'Sign in to search more' }).getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill('demo@wtpu.example')
  await page.getByLabel('Password', { exact: true }).fill('citizen-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/search?q=school')
  await expect(group(page, 'Discussions')).toBeVisible()
})

test('is in the mobile menu', async ({ visitor: page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Search' }).click()
  await expect(box(page)).toBeVisible()
})
