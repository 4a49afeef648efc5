import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Waits until the screen shows what it stands for, not its skeleton. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

export async function expectAccessible(page: Page): Promise<void> {
  // What fades in, a dialog or late the ticker, would be measured half transparent.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await ready(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 })
  await ready(page)
  expect(await sidewaysScroll(page)).toBe(0)
}

/** WCAG 1.4.4: on a phone, text of twice the size needs no scrolling sideways either. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await ready(page)
  expect(await sidewaysScroll(page)).toBe(0)
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** How much of the page moved since it was opened, without anybody asking for it (cumulative layout shift). */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ({ value: 0, hadRecentInput: false, ...entry.toJSON() }))
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : Number(value)), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Without a single shift the observer is never called.
        setTimeout(() => resolve(0), 500)
      }),
  )
}

/** A console error is a defect: a blocked script, a failed load, a React warning. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
