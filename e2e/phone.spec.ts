import type { Page } from '@playwright/test'
import { delayRequests, expect, newUser, test } from './fixtures.ts'
import { grantRole } from './moderator.ts'
import { expectNoHorizontalScroll, isOnTop, waitForContent } from './screen.ts'

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

/** The heights of pages of the demo for a new member. home.spec.ts measures Home. */
for (const [path, most, last] of [
  ['/polls', 7_000, 'All Polls'],
  ['/politicians', 4_500, 'Results'],
  ['/common-ground', 3_000, 'Where we agree'],
] as const) {
  test(`${path} is at most ${most} pixels high`, async ({ citizen }) => {
    await citizen.goto(path)
    await expect(citizen.getByRole('heading', { name: last, exact: true })).toHaveCount(1)
    await waitForContent(citizen)
    expect(await citizen.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most)
    const sizes = await citizen.locator('article').evaluateAll((cards) =>
      cards.map((card) => ({
        height: card.clientHeight,
        badgeLines: new Set(
          [...card.querySelectorAll('header .rounded-full')].map((badge) => badge.getBoundingClientRect().top),
        ).size,
      })),
    )
    if (path === '/politicians') for (const { height: card } of sizes) expect(card).toBeLessThanOrEqual(150)
    if (path === '/polls') for (const { badgeLines } of sizes) expect(badgeLines).toBe(1)
    if (path === '/common-ground') {
      const words = (await citizen.getByRole('main').innerText()).split(/\s+/)
      expect(words.length).toBeLessThanOrEqual(500)
    }
  })
}

/** Lists of more than one page, and whether they load the next one by themselves. */
const longLists = [
  ['/polls', false],
  ['/politicians', false],
  ['/roll-calls', false],
  ['/forums', false],
  ['/forums/activity', true],
  ['/boiler-room', true],
  ['/admin/people', true],
] as const

/** What has moved in the window since a time, but for what a press has moved at once and the button itself. Runs in the page. */
async function movedSince(start: number): Promise<string[]> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'layout-shift', buffered: true })
  const shifts = observer.takeRecords() as (PerformanceEntry & {
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect }[]
  })[]
  observer.disconnect()
  return shifts
    .filter(({ startTime, hadRecentInput }) => startTime > start && !hadRecentInput)
    .flatMap(({ sources }) => sources)
    .filter(({ previousRect }) => previousRect.height > 0)
    .map(({ node, previousRect: { y } }) => `${node?.textContent?.slice(0, 60)} from ${y}`)
    .filter((moved) => !/^(Load more|Loading\.\.\.) /.test(moved))
}

const listOf = (page: Page) => ({
  rows: page.getByRole('main').locator('article, li'),
  more: page.getByRole('button', { name: /^(Load more|Loading\.\.\.)$/ }),
  footer: page.getByRole('contentinfo'),
})

async function openLongList(newMember: (as: { email: string }) => Promise<Page>, path: string): Promise<Page> {
  const { email } = newUser()
  const page = await newMember({ email })
  if (path.startsWith('/admin')) await grantRole(page, email, 'admin')
  await page.setViewportSize({ width: 390, height })
  await page.goto(path)
  await waitForContent(page)
  await expect(listOf(page).more).toHaveCount(1)
  return page
}

for (const [path, isAutomatic] of longLists) {
  test(`nothing in the window of ${path} moves when more rows come late`, async ({ newMember }) => {
    const page = await openLongList(newMember, path)
    // What moves within half a second after a press is expected.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 900))
      await route.continue()
    })
    const { more, rows } = listOf(page)
    const [start, shown] = [await page.evaluate(() => performance.now()), await rows.count()]
    if (isAutomatic) await more.scrollIntoViewIfNeeded()
    else await more.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(shown)
    expect(await page.evaluate(movedSince, start)).toEqual([])
  })

  test(`the footer of ${path} stays in its place when rows come that were on their way`, async ({ newMember }) => {
    const page = await openLongList(newMember, path)
    const start = await loadRowsAtEnd(page, isAutomatic)
    expect(await page.evaluate(movedSince, start)).toEqual([])
  })
}

/** Goes to the footer while rows are on their way, and waits for them. Returns when they were let go. */
async function loadRowsAtEnd(page: Page, isAutomatic: boolean): Promise<number> {
  const { more, rows, footer } = listOf(page)
  const release = await delayRequests(page, '**/api/**')
  const shown = await rows.count()
  if (isAutomatic) await more.scrollIntoViewIfNeeded()
  else await more.click()
  await expect(more).toHaveText('Loading...')
  await page.keyboard.press('End')
  await expect(footer).toBeInViewport({ ratio: 0.9 })
  // What moves within half a second after a press is expected.
  await page.waitForTimeout(600)
  const [start, before] = [await page.evaluate(() => performance.now()), await footer.boundingBox()]
  release()
  await expect.poll(() => rows.count()).toBeGreaterThan(shown)
  await expect(page.getByRole('button', { name: 'Loading...' })).toHaveCount(0)
  expect(Math.abs((await footer.boundingBox())!.y - before!.y)).toBeLessThan(2)
  return start
}

test('offers to rate an official in the first half of the screen', async ({ citizen }) => {
  await citizen.goto('/politicians/12')
  const rate = await citizen.getByRole('button', { name: /^Good Job for/ }).boundingBox()
  expect(rate!.y).toBeLessThanOrEqual(430)
})

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

test('shows the ticker open, and as one line once it is folded', async ({ citizen }) => {
  await citizen.goto('/')
  const ticker = citizen.getByRole('region', { name: 'Performance updates' })
  await expect(ticker.getByText('Performance update')).toBeVisible()
  await expect(ticker.getByRole('button', { name: /^Good Job for/ })).toBeVisible()
  await expect(ticker.getByRole('button', { name: /^Bad Job for/ })).toBeVisible()
  await ticker.getByRole('button', { name: 'Pause updates' }).click()
  await ticker.getByRole('button', { name: /^Bad Job for/ }).click()
  const undo = ticker.getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeInViewport({ ratio: 1 })
  await expect.poll(() => isOnTop(undo)).toBe(true)
  expect((await ticker.boundingBox())!.height).toBeLessThanOrEqual(96)
  await undo.click()
  await expect(ticker.getByRole('button', { name: /^Bad Job for/ })).toBeVisible()
  await ticker.getByRole('button', { name: 'Show less of the ticker' }).click()
  await expect(ticker.getByRole('button', { name: /^Good Job for/ })).toHaveCount(0)
  expect((await ticker.boundingBox())!.height).toBeLessThanOrEqual(56)
  await citizen.reload()
  await expect(ticker.getByText(/% Good Job$|^No ratings yet$/)).toBeVisible()
  await expect(ticker.getByRole('button', { name: 'Show more of the ticker' })).toBeVisible()
})

for (const name of ['Springfield Speaks', 'The Assembly of Greater Springfield Town']) {
  test(`an own name of ${name.length} characters takes two lines at most in the header and at the gate`, async ({
    citizen,
    browser,
    baseURL,
  }) => {
    const gate = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 320, height: 740 } })
    for (const page of [citizen, gate]) {
      await page.route('**/politicians', async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replace(
          '&quot;name&quot;:&quot;WTPU&quot;',
          `&quot;name&quot;:&quot;${name}&quot;`,
        )
        await route.fulfill({ response, body: html })
      })
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto('/politicians')
        await waitForContent(page)
        const shown = page.getByText(name, { exact: true }).first()
        const lines = await shown.evaluate(
          (text) => text.getClientRects()[0]!.height / parseFloat(getComputedStyle(text).lineHeight),
        )
        expect(lines).toBeLessThanOrEqual(2.1)
        await expectNoHorizontalScroll(page, width)
        const header = page.getByRole('banner')
        if ((await header.count()) > 0) expect((await header.boundingBox())!.height).toBeLessThanOrEqual(65)
      }
    }
    await gate.close()
  })
}
