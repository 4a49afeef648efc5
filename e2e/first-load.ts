import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { layoutShift, waitForContent } from './screen.ts'

const maxLayoutShift = 0.02
const maxFontBytes = 80_000

/** Compressed, including files that the browser had cached. */
const bytesOf = (page: Page, extension: string) =>
  page.evaluate(
    (end) =>
      performance
        .getEntriesByType('resource')
        .map((entry) => ({ name: '', encodedBodySize: 0, ...entry.toJSON() }))
        .filter(({ name }) => new URL(name).pathname.endsWith(end))
        .reduce((sum, { encodedBodySize }) => sum + Number(encodedBodySize), 0),
    extension,
  )

/** Opens a page, which moves nothing while it loads, and loads few fonts. */
export async function openSteadily(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForContent(page)
  // Code that waits until the browser is idle may add to the page.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect.soft(await layoutShift(page), `layout shift of ${path}`).toBeLessThanOrEqual(maxLayoutShift)
  expect.soft(await bytesOf(page, '.woff2'), `fonts of ${path}`).toBeLessThanOrEqual(maxFontBytes)
}
