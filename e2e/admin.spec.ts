import { expect, newUser, test } from './fixtures.ts'
import { grantRole } from './moderator.ts'
import { collectConsoleErrors, expectAccessible, expectNoHorizontalScroll } from './screen.ts'

test('an admin makes somebody a moderator and changes categories, and the log says so', async ({ newMember }) => {
  // Axe is slow on a busy machine.
  test.slow()
  const [{ email }, { email: otherEmail }] = [newUser(), newUser()]
  const [page, other] = [await newMember({ email }), await newMember({ email: otherEmail })]
  await grantRole(page, email, 'admin')
  const errors = collectConsoleErrors(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
  // The step that is open is the tallest.
  await expect(page.getByRole('button', { name: /^Members’ organization/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_000)
  await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => all.forEach((room) => (room.open = true)))
  await expect(page.getByText('PostgreSQL')).toBeVisible()
  await expectAccessible(page)
  for (const width of [390, 768, 1280]) {
    await expectNoHorizontalScroll(page, width)
  }

  await page.getByRole('textbox', { name: 'Another account' }).fill(otherEmail)
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Found account' })
  await found.getByRole('combobox').selectOption('moderator')
  await found.getByRole('button', { name: /^Change the role of/ }).click()
  await expect(page.getByRole('list', { name: 'Staff' }).getByText(otherEmail)).toBeVisible()
  await other.goto('/moderation')
  await expect(other.getByRole('tab', { name: /^Open/ })).toBeVisible()

  const categories = page.getByRole('list', { name: 'Categories' })
  await page.getByRole('textbox', { name: 'New category' }).fill('Public transit')
  await page.keyboard.press('Enter')
  await expect(categories.getByText('Public transit')).toBeVisible()
  await categories.getByRole('button', { name: 'Delete Public transit' }).click()
  await expect(categories.getByText('Public transit')).toHaveCount(0)

  // The server caches the log for 30 s.
  await expect(async () => {
    await page.goto('/moderation/log')
    await expect(page.getByText('Added the category “Public transit”.')).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByText('An account became a moderator.').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('an admin finds a person by a part of the address and opens the details', async ({ newMember }) => {
  test.slow()
  const [{ email }, { email: otherEmail }] = [newUser(), newUser()]
  const page = await newMember({ email })
  await newMember({ email: otherEmail })
  await grantRole(page, email, 'admin')
  await page.goto('/admin/people')
  await page.getByRole('searchbox').fill(otherEmail.slice(0, -3))
  await expect(page.getByRole('button', { name: /Details/ })).toHaveCount(1)
  await page.getByRole('button', { name: /Details/ }).press('Enter')
  await expect(page.getByRole('button', { name: /^Export data/ })).toBeVisible()

  await expectAccessible(page)
  for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)
})
