import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

/** Windows high contrast: browsers replace all colors but those of the system. */
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const backgroundsOf = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor))

/** Every bar with the color of its track. */
async function expectBarsToBeSeen(bars: Locator): Promise<void> {
  await expect(bars.first()).toBeAttached()
  const tracks = await backgroundsOf(bars.locator('..'))
  const seen = (await backgroundsOf(bars)).map((color, bar) => color !== tracks[bar])
  expect(seen).not.toContain(false)
}

/** The bar of an option has a line at its foot, of another color than its row. */
async function expectLinesToBeSeen(bars: Locator): Promise<void> {
  await expect(bars.first()).toBeAttached()
  const rows = await backgroundsOf(bars.locator('..'))
  const lines = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).borderBottom))
  const seen = lines.map((line, bar) => line.startsWith('3px solid ') && line !== `3px solid ${rows[bar]}`)
  expect(seen).not.toContain(false)
}

/** Selected elements have another color than the others. */
async function expectToDiffer(selected: Locator, others: Locator): Promise<void> {
  await expect(selected.first()).toBeVisible()
  await expect(others.first()).toBeVisible()
  const [mine, all] = [await backgroundsOf(selected), await backgroundsOf(others)]
  expect(all.filter((color) => mine.includes(color))).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`bars and what is selected, in forced colors that are ${colorScheme}`, async ({ citizen: page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/polls')
    await waitForContent(page)
    await expectLinesToBeSeen(page.locator('[style*="scaleX"]'))
    await expectToDiffer(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }))
    const theme = page.getByRole('group', { name: 'Theme' })
    await expectToDiffer(theme.locator('label:has(:checked)'), theme.locator('label:not(:has(:checked))'))

    await page.getByRole('button', { name: /^Account menu/ }).click()
    const highlighted = page.getByRole('menuitem', { name: 'Profile Settings' })
    await highlighted.hover()
    await expectToDiffer(highlighted, page.getByRole('menuitem', { name: 'Sign Out' }))

    await page.goto('/common-ground')
    await waitForContent(page)
    await expectBarsToBeSeen(page.locator('[style*="width"]:visible'))
    // Here, because polls that load when the footer is reached would move it.
    const ticker = page.getByRole('switch', { name: 'Ticker on the home page' })
    const checked = await backgroundsOf(ticker)
    await ticker.uncheck()
    expect(await backgroundsOf(ticker)).not.toEqual(checked)

    await page.goto('/results/1')
    await waitForContent(page)
    await expectBarsToBeSeen(page.getByRole('main').locator('[style*="width"]'))

    await page.goto('/boiler-room')
    await waitForContent(page)
    await expectToDiffer(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }))
    const like = page.getByRole('button', { name: /^Like / }).first()
    const notLiked = await backgroundsOf(like)
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    expect(await backgroundsOf(like)).not.toEqual(notLiked)
  })
}

test('nothing moves with reduced motion: polls, a menu, results and the feed', async ({ citizen: page }) => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 200) : '')),
    )
  for (const path of ['/polls', '/results/1', '/boiler-room']) {
    await page.goto(path)
    await waitForContent(page)
    expect(await moving()).toEqual([])
  }
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  expect(await moving()).toEqual([])
})
