import type { CommonGround, LinePoll, OwnGroup, PollGroups } from '@wtpu/contract/common-ground'
import type { Poll } from '@wtpu/contract/polls/polls'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll, waitForContent } from './screen.ts'

test('a member reads what groups agree on, opens a poll by groups, and leaves the computation', async ({ citizen }) => {
  await citizen.goto('/common-ground')
  await expect(citizen.getByRole('heading', { name: '3 groups' })).toBeVisible()
  const agree = citizen.getByRole('region', { name: 'Where we agree' })
  await expect(agree.getByRole('link', { name: 'Should Election Day be a public holiday?' })).toBeVisible()
  const differ = citizen.getByRole('region', { name: 'Where we differ' })
  await differ.getByRole('heading').click()
  await expect(differ.getByRole('link')).toHaveCount(6)
  for (const width of [320, 768, 1280]) await expectNoHorizontalScroll(citizen, width)

  await expect(citizen.getByText('You are in no group yet')).toBeVisible()
  await agreeLink(citizen).click()
  const results = citizen.getByRole('tablist', { name: 'Results' })
  await results.getByRole('tab', { name: 'All voters' }).focus()
  await citizen.keyboard.press('ArrowRight')
  await expect(citizen.getByText(/^A majority of each group chose the same answer: common ground\./)).toBeVisible()

  await citizen.goto('/profile-settings')
  const saved = citizen.waitForResponse(
    (response) => response.url().endsWith('/auth/api/account/') && response.request().method() === 'POST',
  )
  const takesPart = citizen.getByRole('checkbox', { name: 'Count my votes in Common Ground' })
  await takesPart.click()
  await expect(takesPart).not.toBeChecked()
  await saved
  await citizen.goto('/common-ground')
  await expect(citizen.getByText('Your votes do not take part in Common Ground.')).toBeVisible()
})

const agreeLink = (page: Page) =>
  page
    .getByRole('region', { name: 'Where we agree' })
    .getByRole('link', { name: 'Should Election Day be a public holiday?' })

/** The polls of the imported conversation of the demo, with what its line says. */
async function readLine(page: Page): Promise<LinePoll[]> {
  const found = await page.request.get('/api/polls/?q=ferry&limit=40')
  const { results }: { results: Poll[] } = await found.json()
  const lines = await Promise.all(
    results.map(async ({ id }) => {
      const groups: PollGroups = await (await page.request.get(`/api/polls/${id}/groups/`)).json()
      return groups.line
    }),
  )
  return lines.filter((line) => line !== null)
}

/** Has the calls return what they would if the votes of the site gave this line, or another state, with the viewer in it. */
async function fakeRun(page: Page, over: (run: CommonGround, line: CommonGround['line']) => Partial<CommonGround>) {
  const all = await readLine(page)
  const run: CommonGround = await (await page.request.get('/api/common-ground/')).json()
  const having = (verdict: LinePoll['verdict']) => all.filter((poll) => poll.verdict === verdict)
  const typical = having('cross').map(({ id, question, options, option, thirds }) => ({
    poll: id,
    question,
    option: options[option] ?? '',
    percent: thirds[0]?.percents[option] ?? 0,
    voters: thirds[0]?.voters ?? 0,
    other_voters: thirds[2]?.voters ?? 0,
    others: thirds[2]?.percents[option] ?? 0,
  }))
  const line: CommonGround['line'] = {
    ...run.line,
    status: 'line',
    voters: 420,
    reliability: 0.9,
    ends: [typical.slice(0, 2), typical.slice(2, 4)],
    agree: having('agree'),
    cross: having('cross'),
    one_side: having('one_side'),
    unequal: having('unequal'),
    too_few: having('too_few').length,
    few_opinions: having('few_opinions').length,
    without_verdict: having(null).length,
  }
  const shown = { ...run, ...over(run, line) }
  await page.route('**/api/common-ground/', (route) => route.fulfill({ json: shown }))
  const own: OwnGroup = {
    group: shown.groups[0]?.id ?? null,
    third: shown.line.status === 'line' ? 2 : null,
    takes_part: true,
    why: shown.groups[0]?.distinctions ?? [],
    why_third: typical.slice(0, 3),
  }
  await page.route('**/api/common-ground/mine/', (route) => route.fulfill({ json: own }))
}

const noGroups: Partial<CommonGround> = { status: 'no_groups', groups: [], map: null, agree: [], divide: [] }

const cases: [name: string, text: string | RegExp, over: Parameters<typeof fakeRun>[1]][] = [
  ['a line', 'There is an order. We found no groups.', (_run, line) => ({ ...noGroups, line })],
  ['groups and a line', /There is an order, and there are \d groups/, (_run, line) => ({ line })],
  [
    'structure without a line',
    'We found no steady order',
    (run) => ({ ...noGroups, line: { ...run.line, status: 'no_line', reliability: 0.4 } }),
  ],
  [
    'an order of habits',
    'some people take the first answer more often',
    (run) => ({ ...noGroups, line: { ...run.line, status: 'habit', reliability: null } }),
  ],
  [
    'no structure',
    'found nothing clearer than chance',
    (run) => ({ ...noGroups, line: { ...run.line, status: 'no_structure', reliability: null } }),
  ],
]
for (const [name, text, over] of cases) {
  test(`the page of Common Ground with ${name} is short, accessible and fits every width`, async ({
    memberReader: page,
  }) => {
    await fakeRun(page, over)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/common-ground')
    await expect(page.getByText(text).first()).toBeVisible()
    await waitForContent(page)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3_000)
    expect((await page.getByRole('main').innerText()).split(/\s+/).length).toBeLessThanOrEqual(500)
    await page
      .locator('main details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((part) => (part.open = true)))
    for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)
    await expectAccessible(page)
    await page.unrouteAll()
  })
}

test('a reader goes through a curve and its table by keyboard, with the names that a screen reader says', async ({
  citizen,
}) => {
  const question = 'The timetable should fit the trains.'
  await citizen.goto('/polls?q=ferry+timetable')
  const card = citizen.getByRole('article', { name: question })
  await expect(card.getByText('Imported from Harbor ferry, an invented conversation.')).toBeVisible()
  await card.getByRole('link', { name: 'Results' }).press('Enter')

  const line = citizen.getByRole('region', { name: 'Along the line' })
  await expect(line).toMatchAriaSnapshot(`
    - region "Along the line":
      - paragraph: /Along the line/
      - group /The timetable should fit/:
        - button "Agree" [pressed]
        - button "Disagree"
  `)
  await line.getByRole('button', { name: 'Disagree' }).focus()
  await citizen.keyboard.press('Space')
  await expect(line.getByRole('button', { name: 'Disagree', pressed: true })).toBeFocused()
  await citizen.keyboard.press('Tab')
  await expect(line.getByRole('button', { name: 'Chance' })).toBeFocused()
  await citizen.keyboard.press('Tab')
  await citizen.keyboard.press('Enter')
  const table = line.getByRole('table', { name: `Along the line: ${question}` })
  await expect(table.getByRole('row')).toHaveCount(11)
  await expect(table.getByRole('columnheader').first()).toHaveText('From this end to that end')
})
