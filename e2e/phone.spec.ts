import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

const height = 844
test.use({ viewport: { width: 390, height } })

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const openFilters = async (page: Page) => {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(sheet(page)).toBeVisible()
}

for (const [path, label] of [
  ['/polls', 'Polls Ending Soon'],
  ['/politicians', 'accuracy'],
  ['/boiler-room', 'positive engagement'],
] as const) {
  test(`shows the last figure and the first card of ${path} without scrolling`, async ({ citizen }) => {
    await citizen.goto(path)
    await waitForContent(citizen)
    await expect(citizen.getByText(label, { exact: true })).toBeInViewport({ ratio: 1 })
    // boiler-room.spec.ts looks for the first post.
    if (path === '/boiler-room') return
    const title = await citizen.getByRole('article').first().getByRole('heading').boundingBox()
    expect(title!.y + title!.height).toBeLessThanOrEqual(height)
  })
}

test('starts the last line of each row of the activity with the time', async ({ citizen }) => {
  await citizen.goto('/forums/activity')
  await waitForContent(citizen)
  const rows = citizen.getByRole('list', { name: 'Discussions by last activity' }).getByRole('listitem')
  const offsets = await rows.evaluateAll((all) =>
    all.map((row) => {
      const left = (selector: string) => row.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
      return Math.round(left('time') - left('h2'))
    }),
  )
  expect(new Set(offsets)).toEqual(new Set([0]))
})

test('shows the poll filters in a sheet with a count, and clears them there', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await openFilters(citizen)
  for (let count = 0; count < 8; count++) {
    await citizen.keyboard.press('Tab')
    expect(await sheet(citizen).evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await sheet(citizen).getByLabel('Category').selectOption('Technology')
  await sheet(citizen).getByLabel('Sort by').selectOption('Most Votes')
  await expect(citizen).toHaveURL(/\/polls\?category=\d+&sort=most_votes$/)
  await sheet(citizen).getByRole('button', { name: 'Show results' }).click()
  const opener = citizen.getByRole('button', { name: 'Filters, 2 active' })
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await sheet(citizen).getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
  await expect(citizen.getByRole('tab', { name: 'All Polls' })).toBeVisible()
})

test('selects a politician in the sheet', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await openFilters(citizen)
  const box = sheet(citizen).getByRole('combobox', { name: 'Politician' })
  await box.fill('a')
  await sheet(citizen).getByRole('listbox').getByRole('option').first().click()
  await expect(citizen).toHaveURL(/\/polls\?politician=\d+$/)
  await citizen.keyboard.press('Escape')
  await expect(sheet(citizen)).toHaveCount(0)
  await expect(citizen.getByRole('button', { name: 'Filters, 1 active' })).toBeVisible()
})

test('shows the politician filters in a sheet', async ({ citizen }) => {
  await citizen.goto('/politicians')
  await waitForContent(citizen)
  await openFilters(citizen)
  await sheet(citizen).getByLabel('Party').selectOption('Independent')
  await expect(citizen).toHaveURL(/party=I/)
  await citizen.keyboard.press('Escape')
  await expect(citizen.getByRole('button', { name: 'Filters, 1 active' })).toBeFocused()
})

test('shows the ticker as one line until it is expanded', async ({ citizen }) => {
  await citizen.goto('/')
  const ticker = citizen.getByRole('region', { name: 'Performance updates' })
  await expect(ticker.getByText(/% Good Job$|^No ratings yet$/)).toBeVisible()
  expect((await ticker.boundingBox())!.height).toBeLessThanOrEqual(56)
  await ticker.getByRole('button', { name: 'Show more of the ticker' }).click()
  await expect(ticker.getByRole('button', { name: /^Good Job for/ })).toBeVisible()
  await expect(ticker.getByRole('button', { name: /^Bad Job for/ })).toBeVisible()
  await ticker.getByRole('button', { name: 'Show less of the ticker' }).click()
  await expect(ticker.getByRole('button', { name: /^Good Job for/ })).toHaveCount(0)
})
