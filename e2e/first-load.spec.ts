import { pages } from '@wtpu/contract/site/pages'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { layoutShift, waitForContent } from './screen.ts'

/** What each route costs before it is used. tests/size.test.ts limits the scripts of all routes. */

const maxLayoutShift = 0.02
const maxFontBytes = 80_000

/** Without an email address, the screen sends the visitor back. */
const addresses: Record<string, string> = { '/verify-otp': '/verify-otp?email=ada%40wtpu.example' }
const paths = (member: boolean) =>
  pages
    .filter((page) => page.member === member)
    .map(({ path }) => addresses[path] ?? path.replace(/\$\w+/, '1'))
    .toSorted()

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

async function expectSteadyAndLight(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForContent(page)
  // Code that waits until the browser is idle may add to the page.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect.soft(await layoutShift(page), `layout shift of ${path}`).toBeLessThanOrEqual(maxLayoutShift)
  expect.soft(await bytesOf(page, '.woff2'), `fonts of ${path}`).toBeLessThanOrEqual(maxFontBytes)
}

for (const { device, viewport } of [
  { device: 'a phone', viewport: { width: 390, height: 844 } },
  { device: 'a desktop', viewport: { width: 1280, height: 900 } },
]) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    test('public routes load without layout shifts and with few fonts', async ({ visitor }) => {
      test.slow()
      for (const path of paths(false)) await expectSteadyAndLight(visitor, path)
    })

    test('members’ routes load without layout shifts and with few fonts', async ({ citizen }) => {
      test.slow()
      for (const path of paths(true)) await expectSteadyAndLight(citizen, path)
    })
  })
}
