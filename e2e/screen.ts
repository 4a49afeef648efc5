import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until the heading is shown, all skeletons are gone and the fonts are loaded. */
export async function waitForContent(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

export async function expectAccessible(page: Page): Promise<void> {
  // Disable animations, because axe would measure the contrast of elements that are still fading in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await waitForContent(page)
  await expectNoViolations(page)
}

/** Checks what is shown, for example only an open dialog. */
export async function expectNoViolations(page: Page, selector?: string): Promise<void> {
  // Details of passed rules take most of the time of axe. The legacy mode needs no second page, which only frames of
  // other sites would need.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (selector !== undefined) axe.include(selector)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
}

export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 })
  await waitForContent(page)
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
}

/** Where an element is in the window, once it no longer moves. */
export async function restingTop(element: Locator): Promise<number> {
  let top = Number.NaN
  await expect
    .poll(async () => {
      const before = top
      top = await element.evaluate((one) => one.getBoundingClientRect().top)
      return top - before
    })
    .toBe(0)
  return top
}

/** WCAG 1.4.4: on a phone, text at 200% must not cause horizontal scrolling. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await waitForContent(page)
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
}

function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The cumulative layout shift since the page was opened, without shifts that follow user input. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Shifts are recorded when a frame is rendered, so wait until the current content has been rendered.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords().map((entry) => ({ value: 0, hadRecentInput: false, ...entry.toJSON() }))
    observer.disconnect()
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : Number(value)), 0)
  })
}

/** Collects console errors: blocked scripts, failed loads, React warnings. Ignores 404 responses. */
export function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
