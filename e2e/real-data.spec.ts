import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { expect, newIpAddress, passGate, signInAsNewUser, test } from './fixtures.ts'
import { completeFirstVisit } from './first-visit.ts'
import { startOwnSite } from './own-site.ts'
import { waitForContent } from './screen.ts'
import { readShares, showShares } from './shares.ts'

const data = path.resolve('../shared/data')
const present = existsSync(data)
test.skip(!present, `the data of the real politicians is missing: ${data}`)

test('completes a first visit with real politicians that were imported while the server was running, and explains their shares', async ({
  browser,
  request,
}) => {
  test.setTimeout(400_000)
  await using site = await startOwnSite('real-data', { SEED: 'demo' })
  const { baseURL } = site

  const { code, output } = await site.run(
    'server/src/cli/import-officials.ts',
    '--congress',
    `${data}/legislators-current.yaml`,
    '--governors',
    `${data}/openstates-people`,
  )

  expect(code, output).toBe(0)
  const added = /added +(\d+) +(\d+)/.exec(output)?.slice(1).map(Number) ?? []
  const list = await (await request.get(`${baseURL}/api/politicians/?limit=1`)).json()
  // The import replaces the sample politicians of the demo.
  expect(list.total).toBe((added[0] ?? 0) + (added[1] ?? 0))
  await completeFirstVisit(browser, baseURL, { search: 'new york senator schumer', name: 'Charles E. Schumer' })

  const senate = ['members', 'rollcalls', 'votes'].flatMap((name) => [`--${name}`, `${data}/voteview/S119_${name}.csv`])
  const rollCalls = await site.run('server/src/cli/import-roll-calls.ts', ...senate)
  expect(rollCalls.code, rollCalls.output).toBe(0)
  await expectExplainedShares(browser, baseURL)
})

/** Opens the pages that show shares, and those of what was imported. */
async function expectExplainedShares(browser: Browser, baseURL: string): Promise<void> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() } })
  await passGate(context)
  await signInAsNewUser(context, baseURL)
  const page = await context.newPage()
  const found = await page.request.get('/api/politicians/?search=Schumer&limit=1')
  const [official] = (await found.json()).results
  const imported = [`/politicians/${official.id}`, '/roll-calls/1']
  const shown: string[] = []
  for (const address of [...showShares.filter((one) => one !== '/politicians/1'), ...imported]) {
    await page.goto(address)
    await waitForContent(page)
    const shares = await readShares(page)
    expect(shares.unexplained, address).toEqual([])
    if (shares.shown > 0) shown.push(address)
  }
  expect(shown).toContain(imported[0])
  await context.close()
}
