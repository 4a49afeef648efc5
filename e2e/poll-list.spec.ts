import type { Page, Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

const questions = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const search = (page: Page) => page.getByPlaceholder('Search polls, topics, or categories...')
const clearAll = (page: Page) => page.getByRole('button', { name: 'Clear All Filters' })

const listResponse = (page: Page, sort: string) =>
  page.waitForResponse((response) => response.url().includes('/api/polls/?') && response.url().includes(`sort=${sort}`))

async function questionsIn(response: Response): Promise<string[]> {
  const { results }: { results: { question: string }[] } = await response.json()
  return results.map(({ question }) => question)
}

test('shows the question of the first poll without scrolling at 1280 × 800', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 1280, height: 800 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await expect(questions(citizen).first()).toBeInViewport({ ratio: 1 })
})

test('fades the edge of the tab list on a phone where more tabs can be scrolled into view', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 360, height: 780 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const row = citizen.getByRole('tablist')
  const fades = () =>
    row.evaluate((element) =>
      ['--fade-start', '--fade-end'].map(
        (name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)) > 20,
      ),
    )
  await expect.poll(fades).toEqual([false, true])
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect.poll(fades).toEqual([true, false])
})

test('keeps filters on reload, removes them one by one with Back, and clears them all at once', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await search(citizen).fill('school')
  await expect(citizen).toHaveURL('/polls?q=school')
  await citizen.getByLabel('Category').selectOption('Education')
  await expect(citizen).toHaveURL(/\?q=school&category=\d+$/)
  const response = listResponse(citizen, 'most_votes')
  await citizen.getByLabel('Sort by').selectOption('Most Votes')
  await expect(citizen).toHaveURL(/&sort=most_votes$/)
  await expect(citizen.getByRole('tab')).toHaveCount(0)
  const found = await questionsIn(await response)
  await expect(questions(citizen)).toHaveText(found)
  const isSortedByVotes = async () => {
    const votes = await citizen
      .locator('article footer')
      .getByText(/votes?$/)
      .allInnerTexts()
    const numbers = votes.map((text) => Number.parseFloat(text) * (text.includes('K') ? 1000 : 1))
    return numbers.length > 1 && numbers.every((count, index) => index === 0 || count <= (numbers[index - 1] ?? 0))
  }
  await expect.poll(isSortedByVotes).toBe(true)

  await citizen.reload()
  await waitForContent(citizen)
  await expect(search(citizen)).toHaveValue('school')
  await expect(citizen.getByLabel('Sort by')).toHaveValue('most_votes')
  await expect(questions(citizen)).toHaveText(found)

  await citizen.goBack()
  await expect(citizen.getByLabel('Sort by')).toHaveValue('newest')
  await expect(citizen).toHaveURL(/category=\d+$/)
  await clearAll(citizen).click()
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('tab', { name: 'All Polls' })).toBeVisible()
  await expect(clearAll(citizen)).toHaveCount(0)
})

test('restores the scroll position in the list on Back', async ({ citizen }) => {
  await citizen.goto('/polls?sort=oldest')
  await waitForContent(citizen)
  const links = citizen.getByRole('article').getByRole('link', { name: /^About / })
  // Keep to this link: the list still loads more cards, so its last link may be another one when it is clicked.
  const official = citizen
    .getByRole('article')
    .getByRole('link', { name: await links.last().innerText() })
    .first()
  await official.scrollIntoViewIfNeeded()
  expect(await citizen.evaluate(() => window.scrollY)).toBeGreaterThan(1000)

  await official.click()
  await expect(citizen).toHaveURL(/\/politicians\/\d+$/)
  await citizen.goBack()

  await expect(citizen).toHaveURL('/polls?sort=oldest')
  await expect(official).toBeInViewport()
})
