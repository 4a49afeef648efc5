import type { Browser, Page } from '@playwright/test'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { dailyQuestions, polls } from '#server/db/schema/polls.ts'
import { sealClosedPolls } from '#server/features/tally/seal.ts'
import { publishInvalidation } from '#server/live/publish.ts'
import { webFolder } from '#server/site/pages.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { plantWordings, sumsOfWordings } from '#server/testing/two-wordings.ts'
import { launchChromium } from '../scripts/chromium.ts'

/** The sums in numbers, percent and widths of bars. */
const sums = new RegExp(
  String.raw`${sumsOfWordings.source}|(?<![\w.])(60\.[5-9]\d*|25\.[5-9]\d*) ?%|0\.6[01]\d*|0\.25[5-9]\d*`,
  'g',
)

let t: TestApp
let browser: Browser
let site: Awaited<ReturnType<typeof plantWordings>>
let networks = 0
let origin = ''

beforeAll(async () => {
  t = await startTestApp({ trustedProxies: 1 }, webFolder)
  site = await plantWordings(t)
  // With another poll, no number that all polls have together equals a sum.
  const poll = await t.make.poll({ question: 'Trees?' })
  for (let voter = 0; voter < 5; voter++) await t.make.vote({ poll, user: await t.make.user({}) })
  await t.db.update(polls).set({ featured: true, featuredFrom: sql`now()` })
  await t.db.insert(dailyQuestions).values({ day: sql`(now() - interval '7 hours')::date`, pollId: site.both[0]! })
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await t[Symbol.asyncDispose]()
})

const isLoaded = () =>
  document.body.innerText.trim() !== '' && !document.querySelector('[aria-busy="true"], .animate-pulse')

/** Texts, labels and styles of what is rendered, without what shows no number. */
function readRendered(): string {
  const copy = document.documentElement.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const one of copy.querySelectorAll('script, head > style, path, link')) one.remove()
  return copy.outerHTML.replaceAll(
    / (class|id|d|href|src|srcset|for|aria-labelledby|aria-describedby|aria-controls)="[^"]*"/g,
    '',
  )
}

async function openPage(viewer?: { id: number }): Promise<Page> {
  const page = await browser.newPage({
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': `10.2.0.${networks++}` },
  })
  const tokens = viewer && (await t.signIn(viewer.id))
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
  }, tokens ?? {})
  return page
}

/** Where a sum is, and how often the votes of one wording are there. */
class Findings {
  readonly found: string[] = []
  shown = 0

  async read(page: Page, name: string, wanted = sums): Promise<void> {
    await page.waitForFunction(isLoaded)
    const text = await page.evaluate(readRendered)
    this.shown += [...text.matchAll(/\b(137|138|205|206)\b/g)].length
    for (const { 0: sum, index } of text.matchAll(wanted))
      this.found.push(`${name}: ${sum} in ${text.slice(Math.max(0, index - 80), index + 40)}`)
  }
}

/** Reads each page that the viewer can open, with all that opens in place. */
async function walk(viewer: { id: number } | undefined, addresses: readonly string[]) {
  const page = await openPage(viewer)
  const findings = new Findings()
  for (const address of addresses) {
    await page.goto(origin + address)
    await page.waitForFunction(isLoaded)
    // Some parts load once they are seen, or opened.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
      window.scrollTo(0, document.body.scrollHeight)
    })
    await findings.read(page, address)
  }
  await page.context().close()
  return findings
}

/** With one more vote for the first option. */
const sumsAfterVote = new RegExp(sums.source.replace('342|208', '343|209'), 'g')

/** Reads the dialogs of the polls page, and what follows a vote, which is taken back. */
async function walkDialogs(viewer: { id: number }) {
  const page = await openPage(viewer)
  const findings = new Findings()
  const dialog = page.getByRole('dialog')
  const chosen = dialog.locator('button[aria-pressed]')
  for (const name of ['Live Poll Results', 'Results Dashboard']) {
    await page.goto(`${origin}/polls`)
    await page.waitForFunction(isLoaded)
    await page.getByRole('button', { name: 'More about polls' }).click()
    await page.getByRole('menuitem', { name }).click()
    await dialog.getByText('Secret').first().waitFor()
    await findings.read(page, name)
    // The dashboard shows the results of the poll that is chosen.
    for (let index = 0; index < (await chosen.count()); index++) {
      await chosen.nth(index).click()
      await findings.read(page, `${name}, poll ${index}`)
    }
  }
  await page.goto(`${origin}/polls/${site.both[0]!}`)
  const card = page.getByRole('article', { name: /^Secret/ })
  await card.getByRole('button', { name: /^Vote for Too little/ }).press('Enter')
  await card.getByRole('button', { name: /^Undo/ }).waitFor()
  await findings.read(page, 'after the vote', sumsAfterVote)
  await card.getByRole('button', { name: /^Undo/ }).press('Enter')
  await card.getByRole('button', { name: /^Vote for Too little/ }).waitFor()
  await page.context().close()
  return findings
}

/** Pages of polls in both wordings, and one of each other kind. */
function addressesOf(): string[] {
  const { both, official, voter } = site
  const ids: Record<string, number | string> = {
    pollId: both[0]!,
    politicianId: official.id,
    userId: voter.id,
    tag: 'vote',
  }
  const filled = pages.map(({ path }) => path.replaceAll(/\$(\w+)/g, (_, name: string) => String(ids[name] ?? 1)))
  const ofPolls = both.flatMap((id) => [`/polls/${id}`, `/results/${id}`, `/embed/polls/${id}`, `/polls/${id}/check`])
  return [...new Set([...filled, ...ofPolls, '/search?q=secret', '/polls?sort=most_votes', '/polls?filter=trending'])]
}

test('no page shows what two wordings have together, before and after the close', async () => {
  const { admin, voter, other } = site
  const viewers = { visitor: undefined, voter, other, admin }
  const polled = addressesOf().filter((address) => /poll|results|embed|search|politicians|dashboard|^\/$/.test(address))
  const found: string[] = []
  const read = async (name: keyof typeof viewers, addresses = polled) => {
    const { found: lines, shown } = await walk(viewers[name], addresses)
    expect(shown).toBeGreaterThan(10)
    found.push(...lines.map((line) => `${name}: ${line}`))
  }
  await read('visitor')
  await read('voter', addressesOf())
  await read('other')
  await read('admin')
  for (const name of ['other', 'admin'] as const) {
    const { found: lines, shown } = await walkDialogs(viewers[name])
    expect(shown).toBeGreaterThan(5)
    found.push(...lines.map((line) => `${name}: ${line}`))
  }
  await t.db
    .update(polls)
    .set({ publishedAt: sql`now() - interval '2 days'`, closesAt: sql`now() - interval '1 minute'` })
  await t.db.update(dailyQuestions).set({ day: sql`${dailyQuestions.day} - 1` })
  await sealClosedPolls(t.db, t.app.keys)
  await t.db
    .insert(notificationEvents)
    .values(site.both.map((contentId) => ({ kind: 'poll_closed' as const, contentKind: 'poll' as const, contentId })))
  await t.app.notifications.idle()
  publishInvalidation(t.db, '/api/')
  await read('visitor')
  await read('voter')
  expect(found).toEqual([])

  // The same walk finds a poll that has these votes.
  const { id } = await t.make.poll({ question: 'Both?', options: ['Too little', 'About right', 'Too much'] })
  await t.db.execute(sql`update poll_options set vote_count = (array[208, 88, 46])[position + 1] where poll_id = ${id}`)
  await t.db.execute(sql`update poll_totals set total_votes = 342 where poll_id = ${id}`)
  publishInvalidation(t.db, '/api/')
  for (const address of ['/', `/polls/${id}`, `/results/${id}`, `/embed/polls/${id}`]) {
    const find = async () => (await walk(other, [address])).found.map((line) => /: (\S+) in/.exec(line)?.[1])
    // Responses that the server keeps are read anew once it has heard of the change.
    await expect.poll(find, { timeout: 60_000 }).toContain('342')
  }
})
