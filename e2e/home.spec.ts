import type { Locator, Page } from '@playwright/test'
import { delayRequests, expect, send, test } from './fixtures.ts'
import { expectNoViolations, layoutShift, restingTop, waitForContent } from './screen.ts'

const ticker = (page: Page) => page.getByRole('region', { name: 'Performance updates' })

/** Pauses the ticker, so that it keeps showing the current politician. */
async function stopTicker(page: Page): Promise<void> {
  await ticker(page).getByRole('button', { name: 'Pause updates' }).click()
}

async function showTickerItem(page: Page, name: string): Promise<void> {
  const official = ticker(page).getByRole('link', { name, exact: true })
  for (let turn = 0; turn < 10 && !(await official.isVisible()); turn++) {
    await ticker(page).getByRole('button', { name: 'Next update' }).click()
  }
  await expect(official).toBeVisible()
}

test('shows a rating from the ticker after a reload and on the profile', async ({ citizen }) => {
  await citizen.goto('/')
  await stopTicker(citizen)
  const name = await ticker(citizen).getByRole('link').innerText()
  // The rating is shown before the server has stored it, so a reload at once could show the state before.
  const stored = citizen.waitForResponse('**/api/politicians/*/rate/')
  await ticker(citizen)
    .getByRole('button', { name: `Bad Job for ${name}` })
    .click()
  await expect(ticker(citizen).getByText('Rated Bad Job!')).toBeVisible()
  await stored
  await citizen.reload()
  await stopTicker(citizen)
  await showTickerItem(citizen, name)
  await expect(ticker(citizen).getByText('Rated Bad Job!')).toBeVisible()

  await ticker(citizen).getByRole('link', { name, exact: true }).click()
  await expect(citizen.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(citizen.getByText('Rated Bad Job!')).toBeVisible()
})

test('keeps rotating the ticker after a click on Next and on Good Job, and pauses on keyboard focus', async ({
  citizen,
}) => {
  await citizen.clock.install()
  await citizen.goto('/')
  await citizen.clock.runFor(3000)
  const official = ticker(citizen).getByRole('link')
  const expectRotation = async () => {
    const name = await official.innerText()
    await citizen.mouse.move(5, 5)
    await citizen.clock.runFor(8500)
    await expect(official).not.toHaveText(name)
  }
  await ticker(citizen).getByRole('button', { name: 'Next update' }).click()
  await expect(ticker(citizen).getByRole('button', { name: 'Next update' })).toBeFocused()
  await expectRotation()
  await ticker(citizen)
    .getByRole('button', { name: /^Good Job for/ })
    .click()
  await expectRotation()

  await ticker(citizen).getByRole('button', { name: 'Next update' }).click()
  await citizen.mouse.move(5, 5)
  await citizen.keyboard.press('Shift+Tab')
  await expect(ticker(citizen).getByRole('button', { name: 'Pause updates' })).toBeFocused()
  const name = await official.innerText()
  await citizen.clock.runFor(30_000)
  await expect(official).toHaveText(name)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })
  test('keeps rotating the ticker after a tap', async ({ visitor }) => {
    await visitor.clock.install()
    await visitor.goto('/')
    await visitor.clock.runFor(3000)
    await ticker(visitor).getByRole('button', { name: 'Next update' }).tap()
    const official = ticker(visitor).getByRole('link')
    const name = await official.innerText()
    await visitor.clock.runFor(8500)
    await expect(official).not.toHaveText(name)
  })
})

test('keeps a closed ticker closed until it is reopened in the footer', async ({ visitor }) => {
  await visitor.goto('/')
  await ticker(visitor).getByRole('button', { name: 'Close the ticker' }).click()
  await expect(ticker(visitor)).toHaveCount(0)
  await visitor.reload()
  const footerSwitch = visitor.getByRole('switch', { name: 'Ticker on the home page' })
  await expect(footerSwitch).not.toBeChecked()
  await expect(ticker(visitor)).toHaveCount(0)
  await footerSwitch.check()
  await expect(ticker(visitor)).toBeVisible()
})

test('does not cover content at the end of the page with the ticker', async ({ visitor }) => {
  await visitor.setViewportSize({ width: 360, height: 740 })
  await visitor.goto('/')
  await waitForContent(visitor)
  await expect(ticker(visitor)).toBeInViewport()
  const last = visitor.getByRole('main').getByRole('link', { name: 'Start Discussing' })
  await last.focus()
  const isAbove = async (upper: Locator, lower: Locator) => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    return above!.y + above!.height <= below!.y
  }
  await expect.poll(() => isAbove(last, ticker(visitor))).toBe(true)
  const top = await restingTop(last)
  await visitor.keyboard.press('Tab')
  await expect(ticker(visitor).getByRole('link')).toBeFocused()
  expect(await restingTop(last)).toBe(top)
  await visitor.keyboard.press('End')
  await expect.poll(() => isAbove(ticker(visitor), visitor.getByRole('contentinfo'))).toBe(true)
})

for (const width of [360, 1280]) {
  test(`shows the toast after a rating without overlap with the ticker at ${width} px, even where it stops sticking`, async ({
    citizen,
  }) => {
    await citizen.setViewportSize({ width, height: 740 })
    await citizen.goto('/')
    await stopTicker(citizen)
    await ticker(citizen)
      .getByRole('button', { name: /^Good Job for/ })
      .click()
    const toastItem = citizen.getByRole('listitem').filter({ hasText: 'Thank you!' })
    // A toast with the focus stays.
    await toastItem.focus()
    await expect(ticker(citizen).getByText('Rated Good Job!')).toBeInViewport({ ratio: 1 })
    for (const scroll of [0, 1, 100, 200]) {
      await ticker(citizen).evaluate((bar, above) => {
        window.scrollTo(
          0,
          above === 0
            ? 0
            : bar.parentElement!.getBoundingClientRect().bottom + window.scrollY - window.innerHeight + above,
        )
      }, scroll)
      await expect
        .poll(async () => {
          const [toast, bar] = [await toastItem.boundingBox(), await ticker(citizen).boundingBox()]
          return toast!.y + toast!.height <= bar!.y || toast!.y >= bar!.y + bar!.height
        })
        .toBe(true)
    }
  })
}

test('keeps the height of the ticker and truncates no name at any width', async ({ citizen }) => {
  await citizen.goto('/')
  await stopTicker(citizen)
  for (const width of [360, 640, 700, 768, 1024, 1280]) {
    await citizen.setViewportSize({ width, height: 740 })
    // The ticker stays expanded after the first width.
    const heights = new Set<number>()
    for (let turn = 0; turn < 10; turn++) {
      await ticker(citizen).getByRole('button', { name: 'Next update' }).click()
      heights.add((await ticker(citizen).boundingBox())!.height)
      // On a phone, a long name leaves too little space for the full state and office.
      const whole = ticker(citizen).locator(width < 640 ? 'a' : '.truncate')
      const cut = await whole.evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      )
      expect(cut, `at ${width} px`).toEqual([])
    }
    expect([...heights], `at ${width} px`).toHaveLength(1)
    const link = await ticker(citizen).getByRole('link').boundingBox()
    expect(link!.height).toBeGreaterThanOrEqual(44)
  }
})

test('marks a featured poll the viewer voted in without a layout shift', async ({ citizen }) => {
  await citizen.goto('/')
  const polls = citizen.getByRole('region', { name: 'Live voting' }).getByRole('article')
  await expect(polls).toHaveCount(2)
  const featured: { id: number; options: { id: number }[] }[] = await (
    await citizen.request.get('/api/polls/featured/')
  ).json()
  await send(citizen, `/api/polls/${featured[0]!.id}/vote/`, { option_id: featured[0]!.options[0]!.id })
  for (const width of [320, 390, 1280]) {
    await citizen.setViewportSize({ width, height: 740 })
    const releaseVotes = await delayRequests(citizen, '**/api/polls/my-votes/')
    await citizen.goto('/')
    // Not the whole content: "Your turn" waits for the votes.
    await expect(polls).toHaveCount(2)
    await citizen.evaluate(() => document.fonts.ready)
    await polls.first().scrollIntoViewIfNeeded()
    // Within the section, because what is above changes with the votes, too.
    const box = () =>
      polls.first().evaluate((poll) => {
        const { left, top, right, bottom } = poll.getBoundingClientRect()
        const { top: sectionTop } = poll.closest('section')!.getBoundingClientRect()
        return { left, right, height: bottom - top, top: top - sectionTop }
      })
    const [before, shift] = [await box(), await layoutShift(citizen)]
    releaseVotes()
    await expect(polls.first().getByText('You voted')).toBeVisible()
    const after = await box()
    // The section may begin between two device pixels, so rounding moves what is in it by less than a pixel.
    expect(Math.abs(after.top - before.top)).toBeLessThan(1)
    expect({ ...after, top: before.top }).toEqual(before)
    expect(await layoutShift(citizen)).toBe(shift)
    await expect(polls.last().getByRole('link', { name: /^Vote Now on/ })).toBeVisible()
  }
  await polls
    .first()
    .getByRole('link', { name: /^See Results of/ })
    .click()
  await expect(citizen).toHaveURL(`/polls/${featured[0]!.id}`)
})

for (const path of ['/', '/about', '/politicians', '/polls', '/polls/12']) {
  test(`causes no layout shift on ${path} when web fonts load late`, async ({ citizen }) => {
    const releaseFonts = await delayRequests(citizen, '**/*.woff2')
    // Do not wait for the load event: it waits for the preloaded fonts, which this test delays.
    await citizen.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(citizen.locator('h1')).toBeVisible()
    await expect(citizen.locator('[aria-busy="true"]')).toHaveCount(0)
    releaseFonts()
    await citizen.evaluate(() => document.fonts.ready)
    expect(await layoutShift(citizen)).toBeLessThan(0.01)
  })
}

test('the ticker is accessible', async ({ memberReader: page }) => {
  await page.goto('/')
  await expect(ticker(page)).toBeVisible()
  await expectNoViolations(page, '[aria-label="Performance updates"]')
})

async function expectShort(page: Page, lastSection: string, most: number): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: lastSection })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^The country is having/ })).toBeVisible()
  await waitForContent(page)
  const { height: footer } = (await page.getByRole('contentinfo').boundingBox())!
  const home = await page.evaluate(() => document.documentElement.scrollHeight)
  console.log(`Home: ${home} px of ${most}, its footer ${Math.round(footer)} px of 350`)
  expect(home).toBeLessThanOrEqual(most)
  expect(footer).toBeLessThanOrEqual(350)
}

test('Home of a visitor is short on a phone', async ({ visitor }) => {
  await expectShort(visitor, 'The country is having a conversation.', 4_200)
})

test('Home of a member is short on a phone', async ({ citizen }) => {
  await expectShort(citizen, 'Common ground', 5_000)
})
