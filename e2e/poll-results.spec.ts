import { expect, test as base } from './fixtures.ts'
import { chooseInPollMenu, pollMenu } from './polls.ts'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, waitForContent } from './screen.ts'

interface Results {
  poll: { id: number; question: string; total_votes: number; options: { text: string; vote_count: number }[] }
  timeline: { votes: number[] }[]
  states: { state: string; leading_option: number | null }[]
}

/** The closed seed poll with results for the most states. No other test changes its votes. */
async function closedPollWithMostStates(request: APIRequestContext): Promise<Results> {
  const polls: { id: number; is_closed: boolean }[] = await (await request.get('/api/polls/')).json()
  const results: Results[] = []
  for (const { id } of polls.filter(({ is_closed }) => is_closed)) {
    results.push(await (await request.get(`/api/polls/${id}/results/`)).json())
  }
  const [first] = results.toSorted((result, other) => other.states.length - result.states.length)
  if (!first) throw new Error('the demo has no closed polls')
  return first
}

const test = base.extend<{ results: Results }>({
  results: async ({ request }, use) => use(await closedPollWithMostStates(request)),
})

/** Wide content must scroll inside its own frame, not widen the element. */
async function expectNoHorizontalOverflow(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
}

/** The item of the menu that opens each dialog, and the dialog's title. */
const dialogs = [
  ['Results Dashboard', 'Poll Results Dashboard'],
  ['Live Poll Results', 'Live Poll Results'],
] as const

async function openDialog(page: Page, button: string, title: string): Promise<{ opener: Locator; dialog: Locator }> {
  await page.goto('/polls')
  await waitForContent(page)
  await chooseInPollMenu(page, button)
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(/\d+ votes/).first()).toBeAttached()
  return { opener: pollMenu(page), dialog }
}

test('downloads the totals as CSV with the numbers shown on screen', async ({ citizen, results: { poll } }) => {
  await citizen.goto(`/polls/${poll.id}`)
  const started = citizen.waitForEvent('download')
  await citizen
    .getByRole('article', { name: poll.question })
    .getByRole('link', { name: 'Download totals (CSV)' })
    .click()
  const download = await started

  expect(download.suggestedFilename()).toBe(`wtpu-poll-${poll.id}.csv`)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  const rows = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n')
  expect(rows[1]).toBe('Option,Votes,Percent')
  const total = rows.indexOf(`Total,${poll.total_votes},`)
  expect(rows.slice(2, total).map((row) => /,(\d+),[<>\d]*$/.exec(row)?.[1])).toEqual(
    poll.options.map(({ vote_count }) => String(vote_count)),
  )
  expect(rows[total + 2]).toMatch(/^Method,".* members of WTPU chose to vote/)
})

test('counts a vote at once, while the chart moves in steps of ten votes', async ({ citizen, request }) => {
  const polls: { id: number; question: string; is_closed: boolean; featured: boolean; total_votes: number }[] = await (
    await request.get('/api/polls/')
  ).json()
  // Other tests vote in the featured polls and in the one about veterans.
  const poll = polls.findLast(
    ({ is_closed, featured, question }) => !is_closed && !featured && !question.includes('veterans'),
  )
  await citizen.goto(`/polls/${poll?.id}`)
  const card = citizen.getByRole('article', { name: poll?.question })
  const summary = card.getByText(/^Votes from .* to /)
  await expect(summary).toBeAttached()
  const votesInChart = async () => {
    const counts = ((await summary.textContent()) ?? '').matchAll(/, ([\d,]+) votes?/g)
    return [...counts].reduce((sum, [, count = '']) => sum + Number(count.replaceAll(',', '')), 0)
  }
  const total = poll?.total_votes ?? 0
  expect(await votesInChart()).toBe(total - (total % 10))

  await card.getByRole('button', { name: /^Vote/ }).first().click()

  await expect(card.getByText(`${total + 1} votes`, { exact: true })).toBeVisible()
  expect((await votesInChart()) % 10).toBe(0)
})

for (const [button, title] of dialogs) {
  test(`opens ${title} by keyboard, traps focus, fits into 320 px, and returns the focus on Escape`, async ({
    citizen,
  }) => {
    const { opener, dialog } = await openDialog(citizen, button, title)

    for (let count = 0; count < 12; count++) {
      await citizen.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    const usual = citizen.viewportSize()!
    await citizen.setViewportSize({ width: 320, height: 700 })
    await expectNoHorizontalOverflow(dialog)
    await citizen.setViewportSize(usual)
    await citizen.keyboard.press('Escape')

    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
}

test('shows accessible expanded results that fit 320 px', async ({ citizen, results }) => {
  await citizen.goto(`/polls/${results.poll.id}`)
  const card = citizen.getByRole('article', { name: results.poll.question })
  await card.getByText('Show as a table').click()
  await expect(card.getByRole('table')).toHaveCount(2)
  await expectAccessible(citizen)
  await citizen.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalOverflow(citizen.locator('html'))
})
