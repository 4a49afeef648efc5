import type { Page } from '@playwright/test'
import { expect, passGate, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

/** All clock times that a page shows or has as titles, but for those of its age, which change while it is read. */
const timesOf = (page: Page) =>
  page.evaluate(() => {
    const titles = [...document.querySelectorAll('time[title]')].map((time) => time.getAttribute('title') ?? '')
    return [document.body.innerText, ...titles].flatMap((text) => text.match(/\d+:\d\d [AP]M(?: \w+)?/g) ?? [])
  })

for (const timezoneId of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
  test(`a device in ${timezoneId} shows the times of the site, with their zone, before and with scripts`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ timezoneId })
    await passGate(context)
    const page = await context.newPage()
    for (const path of ['/results/1', '/common-ground', '/polls/3/check']) {
      await page.route('**/assets/*.js', () => undefined)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const before = await timesOf(page)
      await page.unroute('**/assets/*.js')
      await page.goto(path)
      await waitForContent(page)
      const withScripts = await timesOf(page)
      expect([...before, ...withScripts].filter((time) => !time.endsWith(' ET'))).toEqual([])
      expect(withScripts).toEqual(expect.arrayContaining(before))
      expect(before.length).toBeGreaterThan(0)
    }
    await context.close()
  })
}
