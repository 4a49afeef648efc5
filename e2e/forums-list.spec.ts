import type { Page } from '@playwright/test'
import { expect, test, uniqueNumber } from './fixtures.ts'
import { collectConsoleErrors, waitForContent } from './screen.ts'

const cards = (page: Page) => page.getByRole('article')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Start New Discussion' })
/** Not the options of the native select above it. */
const tagChoices = (page: Page) => dialog(page).getByRole('listbox', { name: 'Choices' }).getByRole('option')
const startButton = (page: Page) => page.getByRole('button', { name: 'Start New Discussion' })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** A title that no other test uses. */
const uniqueTitle = (text: string) => `${text} ${uniqueNumber()}`

async function fillForm(page: Page, title: string): Promise<void> {
  await startButton(page).click()
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog(page).getByRole('textbox', { name: 'Description' }).fill('**Clean** water is a public good.\n\n> Is it?')
  await dialog(page).getByRole('combobox', { name: 'Category' }).selectOption('Environment')
}

test('starts a discussion with a tag, which is first in the list, and stays after a reload', async ({
  citizen: page,
}) => {
  const errors = collectConsoleErrors(page)
  await page.goto('/forums')
  await waitForContent(page)
  const title = uniqueTitle('Who pays for the pipes?')
  await startButton(page).click()
  const submit = dialog(page).getByRole('button', { name: 'Start Discussion' })
  await expect(submit).toBeDisabled()
  await expect(
    dialog(page).getByText('Add a title, a description and a category to start the discussion.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(startButton(page)).toBeFocused()

  await fillForm(page, title)
  await dialog(page).getByRole('combobox', { name: 'Tags' }).click()
  await expect(tagChoices(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: /^Remove tag/ })).toHaveCount(1)
  await submit.click()

  await expect(page.getByText('Discussion created').first()).toBeVisible()
  await expect(page.getByText('Your topic has been posted.').first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(cards(page).first()).toContainText(title)
  await expect(cards(page).first()).toContainText('Clean water is a public good. Is it?')
  await expect(cards(page).first().getByRole('link', { name: title })).toBeFocused()
  await page.reload()
  // Tests that run at the same time may have started newer ones.
  await cards(page).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(errors).toEqual([])
})

test('filters by category, tag and tab, with counts and badges', async ({ citizen: page }) => {
  const expectOnEachCard = async (text: string) => {
    await expect(cards(page).first()).toBeVisible()
    await expect(cards(page).filter({ hasNot: page.getByText(text, { exact: true }) })).toHaveCount(0)
  }
  await page.goto('/forums')
  await waitForContent(page)
  await page.getByRole('tab', { name: /^Trending \([1-9]\d*\)$/ }).click()
  await expect(page).toHaveURL('/forums?tab=trending')
  await waitForContent(page)
  await expectOnEachCard('Trending')
  await page.getByRole('tab', { name: /^All Discussions/ }).click()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Defence')
  await expect(page).toHaveURL(/\/forums\?category=\d+$/)
  await waitForContent(page)
  await expectOnEachCard('Defence')

  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/forums')

  // Other tests start discussions without tags at the same time.
  const oldest = '/forums?sort=oldest'
  await page.goto(oldest)
  await waitForContent(page)
  const tag = cards(page).getByRole('list', { name: 'Tags' }).first().getByRole('link').first()
  const name = (await tag.textContent()) ?? ''
  await tag.click()
  await expect(page).toHaveURL(/[?&]tag=\d+/)
  await expect(page.getByRole('button', { name: `Remove the filter ${name}` })).toBeVisible()
  await page.getByRole('button', { name: `Remove the filter ${name}` }).click()
  await expect(page).toHaveURL('/forums')

  // A tag far down the page opens the top of its list, and Back returns to the tag.
  await page.goto(oldest)
  await waitForContent(page)
  const far = cards(page).getByRole('list', { name: 'Tags' }).nth(5).getByRole('link').first()
  await far.scrollIntoViewIfNeeded()
  expect(await scrolled(page)).toBeGreaterThan(300)
  await far.click()
  await expect(page).toHaveURL(/[?&]tag=\d+/)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(oldest)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
})

test('finds and marks words, corrects a typo, and says when nothing matches', async ({ citizen: page }) => {
  await page.goto('/forums')
  await waitForContent(page)
  const title = uniqueTitle('Aqueduct repairs')
  await fillForm(page, title)
  await dialog(page).getByRole('button', { name: 'Start Discussion' }).click()
  await expect(cards(page).first()).toContainText(title)

  const box = page.getByRole('searchbox')
  await box.fill('aqueduct')
  await expect(page).toHaveURL('/forums?q=aqueduct')
  await expect(cards(page).first()).toContainText('Aqueduct repairs')
  await box.fill('aqueductt')
  await expect(page.getByText(/^Showing results for/)).toBeVisible()
  await expect(cards(page).first()).toContainText('Aqueduct repairs')
  await box.fill('public good')
  await expect(cards(page).first().locator('mark').first()).toBeVisible()
  await box.fill('zqxjkvw')
  await expect(page.getByText('No discussions match your search')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).click()
  await expect(page).toHaveURL('/forums')
  await expect(box).toBeFocused()
})

test('loads further pages, and the sidebar can be reached on a phone', async ({ citizen: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/forums')
  await waitForContent(page)
  await expect(cards(page)).toHaveCount(20)
  const title = await cards(page).first().getByRole('heading').boundingBox()
  expect(title!.y + title!.height).toBeLessThanOrEqual(844)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(20)
  await page.getByRole('link', { name: 'View all activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recent Activity' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Colors of the dots' }).getByRole('listitem')).toHaveCount(4)
})
