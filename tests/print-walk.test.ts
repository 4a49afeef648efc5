import { expect, test } from 'vitest'
import { webFolder } from '#server/site/pages.ts'
import { counted } from '#server/testing/ago.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { pagesOf } from '../e2e/pdf.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { freePort } from './processes.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('the map of a result is on one sheet of paper, with what its colors mean', async () => {
  const port = await freePort()
  await using t = await startTestApp({ publicUrl: `http://127.0.0.1:${port}`, siteAccessCode: '' }, webFolder)
  await t.app.listen({ port, host: '127.0.0.1' })
  const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hoursAgo(48) })
  for (const [state, option] of [
    ['NY', 0],
    ['TX', 1],
  ] as const)
    for (let voter = 0; voter < 110; voter++) {
      const user = await t.make.user({ state, ...counted })
      await t.make.vote({
        poll,
        user,
        option: voter % 3 > 0 ? option : 1 - option,
        created_at: hoursAgo(24 - voter / 10),
      })
    }
  await using browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/results/${poll.id}`)
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.getByText('No leads by 10 points or more').waitFor({ timeout: 10_000 })
  for (const format of ['Letter', 'A4']) {
    const sheets = await pagesOf(await page.pdf({ format }))
    // The first and the last tiles, and the legend.
    const parts = ['AK', 'ME', 'HI', 'FL', 'Yes leads by 10 points or more', 'Too close']
    const places = parts.map((part) => sheets.findIndex((text) => text.includes(part)))
    expect([format, new Set(places).size, places.includes(-1)]).toEqual([format, 1, false])
  }
})
