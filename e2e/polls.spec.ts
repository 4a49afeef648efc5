import type { Locator, Page } from '@playwright/test'
import {
  collectConsoleErrors,
  expectAccessible,
  expectNoHorizontalScroll,
  layoutShift,
  waitForContent,
} from './screen.ts'
import { delayRequests, randomIpAddress, expect, passGate, signInAsNewUser, test } from './fixtures.ts'

const card = (page: Page, question: string) => page.getByRole('article', { name: question, exact: true })
const questions = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const search = (page: Page) => page.getByPlaceholder('Search polls, topics, or categories...')
const clearAll = (page: Page) => page.getByRole('button', { name: 'Clear All Filters' })

let created = 0
const newQuestion = (about: string) => `${about} ${process.pid}-${Date.now()}-${created++}?`

async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Poll', exact: true }).click()
  return page.getByRole('dialog', { name: 'Create New Poll' })
}

async function fillPoll(dialog: Locator, question: string, category = 'Environment'): Promise<void> {
  await dialog.getByLabel('Question').fill(question)
  await dialog.getByLabel('Option 1').fill('Plant trees')
  await dialog.getByLabel('Option 2').fill('Lay rails')
  await dialog.getByLabel('Category').selectOption(category)
}

test('gives each tab its own list and URL', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await expect(citizen.getByRole('region', { name: 'Featured Polls' })).toBeVisible()
  await expect(citizen.getByRole('region', { name: 'All Polls' })).toBeVisible()
  for (const [tab, filter, list] of [
    ['Trending', 'trending', 'Trending in the last 24 hours'],
    ['Recent', 'recent', 'Recently Created'],
    ['Ending Soon', 'ending_soon', 'Ending within 24 hours'],
  ] as const) {
    await citizen.getByRole('tab', { name: tab }).click()
    await expect(citizen).toHaveURL(`/polls?filter=${filter}`)
    await expect(citizen.getByRole('region', { name: list, exact: true }).getByRole('article').first()).toBeVisible()
    await expect(citizen.getByRole('region', { name: 'Featured Polls' })).toHaveCount(0)
  }
  // Arrow keys select tabs.
  await citizen.getByRole('tab', { name: 'Ending Soon' }).press('ArrowRight')
  await expect(citizen.getByRole('tab', { name: 'All Polls' })).toHaveAttribute('aria-selected', 'true')
  await expect(citizen).toHaveURL('/polls')
})

test('fades the edge of the tab list on a phone where more tabs can be scrolled into view', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 360, height: 780 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const row = citizen.getByRole('tablist')
  const fades = () =>
    row.evaluate((one) =>
      ['--fade-start', '--fade-end'].map(
        (name) => Number.parseFloat(getComputedStyle(one).getPropertyValue(name)) > 20,
      ),
    )
  await expect.poll(fades).toEqual([false, true])
  await row.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
  await expect.poll(fades).toEqual([true, false])
})

test('keeps filters on reload, removes them one by one with Back, and clears them all at once', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await search(citizen).fill('should')
  await expect(citizen).toHaveURL('/polls?q=should')
  await citizen.getByLabel('Category').selectOption('Technology')
  await expect(citizen).toHaveURL(/\?q=should&category=\d+$/)
  await citizen.getByLabel('Sort by').selectOption('Most Votes')
  await expect(citizen).toHaveURL(/&sort=most_votes$/)
  await expect(citizen.getByRole('tab')).toHaveCount(0)
  const isSortedByVotes = async () => {
    const votes = await citizen
      .locator('article footer')
      .getByText(/votes?$/)
      .allInnerTexts()
    const numbers = votes.map((text) => Number.parseFloat(text) * (text.includes('K') ? 1000 : 1))
    return numbers.length > 1 && numbers.every((count, index) => index === 0 || count <= (numbers[index - 1] ?? 0))
  }
  await expect.poll(isSortedByVotes).toBe(true)
  const found = await questions(citizen).allInnerTexts()

  await citizen.reload()
  await waitForContent(citizen)
  await expect(search(citizen)).toHaveValue('should')
  await expect(citizen.getByLabel('Sort by')).toHaveValue('most_votes')
  expect(await questions(citizen).allInnerTexts()).toEqual(found)

  await citizen.goBack()
  await expect(citizen.getByLabel('Sort by')).toHaveValue('newest')
  await expect(citizen).toHaveURL(/category=\d+$/)
  await clearAll(citizen).click()
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('tab', { name: 'All Polls' })).toBeVisible()
  await expect(clearAll(citizen)).toHaveCount(0)
})

test('restores the scroll position in the list on Back', async ({ citizen }) => {
  await citizen.goto('/polls?sort=oldest')
  await waitForContent(citizen)
  const official = citizen.getByRole('article').getByRole('link').last()
  await official.scrollIntoViewIfNeeded()
  const name = await official.innerText()
  const before = await citizen.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(1000)

  await official.click()
  await expect(citizen).toHaveURL(/\/politicians\/\d+$/)
  await citizen.goBack()

  await expect(citizen).toHaveURL('/polls?sort=oldest')
  await expect(citizen.getByRole('article').getByRole('link', { name }).last()).toBeInViewport()
})

test('shows an empty state that clears the filters when no poll matches', async ({ citizen }) => {
  await citizen.goto('/polls?q=zzzzzz')
  await expect(citizen.getByText('No polls match your criteria')).toBeVisible()
  await citizen.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('article').first()).toBeVisible()
})

test('selects a politician by typing and keyboard, or by a link with the name', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const about = citizen.getByRole('article').filter({ hasText: 'About' }).first()
  const name = (await about.getByRole('link').first().innerText()).replace('About', '').trim()
  const box = citizen.getByRole('combobox', { name: 'Politician' })
  await box.fill(name)
  await expect(citizen.getByRole('option', { name })).toBeVisible()
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(citizen).toHaveURL(/\/polls\?politician=\d+$/)
  await expect(citizen.getByRole('article').first()).toContainText(name)
  const chosen = citizen.url()

  await citizen.goto(`/polls?q=${encodeURIComponent(name.toUpperCase())}&filter=politician`)
  await expect(citizen).toHaveURL(chosen)
  await expect(box).toHaveValue(name)
  await citizen.goto('/polls?q=Unknown+Name&filter=politician')
  await expect(citizen.getByText('No politician matches “Unknown Name”.')).toBeVisible()
})

test('creates a poll, votes in it, and keeps the draft when the sixth poll of a day is rejected', async ({
  citizen,
}) => {
  test.setTimeout(90_000)
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const dialog = await openCreate(citizen)
  await dialog.getByRole('button', { name: 'Create Poll' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Question, 2+ options and category are required')

  const question = newQuestion('What should line the avenue')
  await fillPoll(dialog, question)
  await dialog.getByRole('button', { name: 'Add More Option (2/5)' }).click()
  await citizen.keyboard.type('Plant trees')
  await dialog.getByRole('button', { name: 'Create Poll' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Options: Each option must be different.')
  await dialog.getByRole('textbox', { name: 'Option 3' }).fill('Widen the path')
  await dialog.getByText('Add details (optional)').click()
  await dialog.getByLabel('Description').fill('The avenue is rebuilt next spring.')
  await dialog.getByRole('button', { name: 'Create Poll' }).click()

  await expect(citizen).toHaveURL(/\/polls\/\d+$/)
  await expect(card(citizen, question)).toBeInViewport()
  await expect(card(citizen, question)).toContainText('The avenue is rebuilt next spring.')
  await expect(card(citizen, question)).toContainText('6d 23h')
  await expect(card(citizen, question)).toBeFocused()
  await card(citizen, question).getByRole('button', { name: 'Vote for Widen the path' }).click()
  await expect(card(citizen, question)).toContainText('1 vote')

  for (let count = 2; count <= 5; count++) {
    const next = await openCreate(citizen)
    await fillPoll(next, newQuestion(`Number ${count}`))
    await next.getByRole('button', { name: 'Create Poll' }).click()
    await expect(next).toBeHidden()
  }
  const sixth = await openCreate(citizen)
  const kept = newQuestion('One too many')
  await fillPoll(sixth, kept)
  await sixth.getByRole('button', { name: 'Create Poll' }).click()
  await expect(sixth.getByRole('alert')).toHaveText('You can create at most 5 polls in 24 hours.')
  await expect(sixth.getByLabel('Question')).toHaveValue(kept)
  await citizen.keyboard.press('Escape')
  await expect(sixth).toBeHidden()
  await expect((await openCreate(citizen)).getByLabel('Question')).toHaveValue(kept)
})

test('keeps an unsent poll when the session expires', async ({ context, baseURL }) => {
  await passGate(context)
  const { email, password } = await signInAsNewUser(context, baseURL ?? '')
  const page = await context.newPage()
  await page.goto('/polls')
  await waitForContent(page)
  const dialog = await openCreate(page)
  const question = newQuestion('Who mends the bridge')
  await fillPoll(dialog, question)
  await page.evaluate(() => ['access', 'refresh'].forEach((key) => localStorage.setItem(key, 'a.b.c')))
  await dialog.getByRole('button', { name: 'Create Poll' }).click()

  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/polls')
  const again = await openCreate(page)
  await expect(again.getByLabel('Question')).toHaveValue(question)
  await again.getByRole('button', { name: 'Create Poll' }).click()
  await expect(card(page, question)).toBeInViewport()
})

test('gives each sort order its own URL', async ({ citizen }) => {
  const listResponse = (sort: string) =>
    citizen.waitForResponse((reply) => reply.url().includes('/api/polls/?') && reply.url().includes(`sort=${sort}`))
  await citizen.goto('/polls')
  await waitForContent(citizen)
  for (const [label, sort] of [
    ['Oldest First', 'oldest'],
    ['Most Votes', 'most_votes'],
    ['Ending Soon', 'ending_soon'],
  ] as const) {
    const reply = listResponse(sort)
    await citizen.getByLabel('Sort by').selectOption(label)
    await expect(citizen).toHaveURL(`/polls?sort=${sort}`)
    const { results }: { results: { question: string }[] } = await (await reply).json()
    await expect(questions(citizen).first()).toHaveText(results[0]?.question ?? '')
  }
  // Newest First is the default, so the tabs reappear.
  await citizen.getByLabel('Sort by').selectOption('Newest First')
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('tab')).toHaveCount(4)
})

test('explains in a dialog why a second vote from another device is rejected', async ({ citizen }) => {
  await citizen.goto('/polls?sort=oldest&q=veterans')
  const poll = citizen.getByRole('article').first()
  const vote = poll.getByRole('button', { name: /^Vote for/ })
  await expect(vote.first()).toBeVisible()
  const id = /\d+$/.exec((await poll.getAttribute('id')) ?? '')?.[0]
  const options: { options: { id: number }[] } = await (await citizen.request.get(`/api/polls/${id}/`)).json()
  const access = await citizen.evaluate(() => localStorage.getItem('access'))
  const elsewhere = await citizen.request.post(`/api/polls/${id}/vote/`, {
    data: { option_id: options.options[0]?.id },
    headers: { authorization: `Bearer ${access}` },
  })
  expect(elsewhere.ok()).toBe(true)

  await vote.first().click()

  const dialog = citizen.getByRole('dialog', { name: 'Oops — vote not submitted' })
  await expect(dialog).toContainText('You Already Voted, Please Wait for the Results')
  await citizen.keyboard.press('Escape')
  await expect(vote).toHaveCount(0)
  await expect(poll.getByText('Your vote', { exact: true })).toBeVisible()
})

test('shows skeletons while loading, an error with Try Again, and an empty state', async ({ citizen }) => {
  const list = /\/api\/polls\/\?(?!.*cursor)/
  let answer = (): { status: number; json: unknown } | undefined => undefined
  await citizen.route(list, async (route) => {
    const reply = answer()
    if (reply) await route.fulfill(reply)
  })
  await citizen.goto('/polls')
  await expect(citizen.getByTestId('poll-skeleton')).toHaveCount(4)

  answer = () => ({ status: 500, json: { code: 'internal', detail: '' } })
  await citizen.reload()
  await expect(citizen.getByText('Polls could not be loaded')).toBeVisible()
  answer = () => ({ status: 200, json: { results: [], next: null } })
  await citizen.getByRole('button', { name: 'Try Again' }).click()
  await expect(citizen.getByText('No polls available')).toBeVisible()
  await expect(citizen.getByText('Check back later for new polls!')).toBeVisible()
  await citizen.getByRole('link', { name: 'Explore Forums' }).click()
  await expect(citizen).toHaveURL('/forums')
})

test('reports an error at once when offline, and does not send the vote or poll later', async ({
  citizen,
  context,
}) => {
  await citizen.goto('/polls?filter=recent')
  await waitForContent(citizen)
  const dialog = await openCreate(citizen)
  const question = newQuestion('Sent from a tunnel')
  await fillPoll(dialog, question)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Create Poll' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await citizen.keyboard.press('Escape')
  await citizen
    .getByRole('button', { name: /^Vote for/ })
    .first()
    .click()
  await expect(citizen.getByRole('dialog')).toContainText('Vote failed. Please try again.')
  await citizen.keyboard.press('Escape')

  await context.setOffline(false)
  await citizen.reload()
  await waitForContent(citizen)
  await expect(card(citizen, question)).toHaveCount(0)
  await expect(citizen.getByText('Your vote', { exact: true })).toHaveCount(0)
})

test('wraps very long words on the narrowest screen', async ({ citizen }) => {
  const access = async () => citizen.evaluate(() => localStorage.getItem('access'))
  await citizen.goto('/polls')
  const long = (letter: string) => letter.repeat(120)
  const reply = await citizen.request.post('/api/polls/', {
    data: { question: 'Q'.repeat(300), category: 1, options: [long('w'), long('m')], duration_days: 1 },
    headers: { authorization: `Bearer ${await access()}` },
  })
  const { id }: { id: number } = await reply.json()

  await citizen.goto(`/polls/${id}`)
  await expect(citizen.locator(`#poll-${id}`).getByRole('button', { name: 'Results' })).toBeVisible()
  await expectNoHorizontalScroll(citizen)
  await citizen
    .locator(`#poll-${id}`)
    .getByRole('button', { name: /^Vote for w/ })
    .click()
  await expect(citizen.getByRole('list', { name: 'Key' })).toBeVisible()
  await expectNoHorizontalScroll(citizen)
})

/** The local time `minutes` from now, rounded up to a whole minute, in the format of the form fields. */
function localTimeIn(minutes: number): { date: string; time: string; at: number } {
  const at = new Date(Math.ceil((Date.now() + minutes * 60_000) / 60_000) * 60_000)
  const pad = (part: number) => String(part).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
    at: at.getTime(),
  }
}

const lastMidnight = () => ({ ...localTimeIn(0), time: '00:00' })

/** Fills and submits the schedule form. Calls `timeOf` last, so that a time in the near future is not yet over. */
async function schedule(page: Page, question: string, timeOf: () => { date: string; time: string }): Promise<Locator> {
  await page.getByRole('button', { name: 'Schedule Poll', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Poll' })
  await fillPoll(dialog, question)
  const { date, time } = timeOf()
  await dialog.getByLabel('Schedule date').fill(date)
  await dialog.getByLabel('Schedule time').fill(time)
  await dialog.getByRole('button', { name: 'Schedule Poll' }).click()
  return dialog
}

test('schedules and cancels a poll, and rejects a time in the past', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await citizen.getByRole('button', { name: 'Schedule Poll', exact: true }).click()
  const emptyForm = citizen.getByRole('dialog', { name: 'Schedule Poll' })
  await emptyForm.getByRole('button', { name: 'Schedule Poll' }).click()
  await expect(emptyForm.getByRole('alert')).toHaveText('Please fill in every required field')
  await citizen.keyboard.press('Escape')

  const question = newQuestion('Should the market open earlier')
  const dialog = await schedule(citizen, question, lastMidnight)
  await expect(dialog.getByRole('alert')).toHaveText('Schedule time: The scheduled time has already passed.')
  const tomorrow = localTimeIn(24 * 60)
  await dialog.getByLabel('Schedule date').fill(tomorrow.date)
  await dialog.getByLabel('Schedule time').fill('23:59')
  await dialog.getByRole('button', { name: 'Schedule Poll' }).click()
  await expect(citizen.getByText('Poll scheduled!', { exact: true })).toBeVisible()

  const scheduled = citizen.getByRole('region', { name: 'Your scheduled polls' })
  await expect(scheduled).toContainText(question)
  await expect(citizen.getByRole('button', { name: 'Scheduled polls (1)' })).toBeFocused()
  await expect(scheduled).toContainText(Intl.DateTimeFormat().resolvedOptions().timeZone)
  await scheduled.getByRole('button', { name: `Cancel “${question}”` }).click()
  await citizen.getByRole('button', { name: 'Cancel poll' }).press('Enter')
  await expect(scheduled).toHaveCount(0)
  // The button that opened the dialog was removed, so focus moves to the main element.
  await expect(citizen.getByRole('main')).toBeFocused()
})

test('causes no layout shift when scheduled polls load late', async ({ citizen }) => {
  await citizen.goto('/polls')
  const access = await citizen.evaluate(() => localStorage.getItem('access'))
  const { date, time } = localTimeIn(24 * 60)
  const reply = await citizen.request.post('/api/polls/', {
    data: {
      question: newQuestion('Later'),
      category: 1,
      options: ['Yes', 'No'],
      duration_days: 7,
      schedule_date: date,
      schedule_time: time,
      user_timezone: 'America/New_York',
    },
    headers: { authorization: `Bearer ${access}` },
  })
  expect(reply.status()).toBe(201)
  for (const path of ['/polls', '/polls/12']) {
    const releaseScheduledPolls = await delayRequests(citizen, '**/api/polls/scheduled/')
    await citizen.goto(path)
    await waitForContent(citizen)
    const toggle = citizen.getByRole('button', { name: 'Scheduled polls (1)' })
    await expect(toggle).toHaveCount(0)
    releaseScheduledPolls()
    await expect(toggle).toBeVisible()
    expect(await layoutShift(citizen)).toBeLessThan(0.01)
    await toggle.click()
    await expect(citizen.getByRole('region', { name: 'Your scheduled polls' })).toBeVisible()
  }
})

test('shows a scheduled poll at its time in two browsers without a reload', async ({ citizen, browser, baseURL }) => {
  test.setTimeout(200_000)
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': randomIpAddress() } })
  await passGate(context)
  await signInAsNewUser(context, baseURL ?? '')
  const other = await context.newPage()
  await other.goto('/polls?filter=recent')
  await citizen.goto('/polls?filter=recent')
  await waitForContent(citizen)
  await waitForContent(other)
  const question = newQuestion('Should the bells ring at noon')
  let opensAt = Infinity
  await schedule(citizen, question, () => {
    const time = localTimeIn(0.3)
    opensAt = time.at
    return time
  })
  await expect(citizen.getByRole('region', { name: 'Your scheduled polls' })).toContainText(question)

  const showNewPolls = async (page: Page) => {
    // The new card waits behind this button, so that the list does not move.
    const pill = page.getByRole('button', { name: /new polls?$/ })
    await expect(pill).toBeVisible({ timeout: 150_000 })
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt)
    await pill.click()
    await expect(card(page, question)).toBeVisible()
  }
  await Promise.all([showNewPolls(citizen), showNewPolls(other)])
  await expect(citizen.getByRole('region', { name: 'Your scheduled polls' })).toHaveCount(0, { timeout: 30_000 })
  await context.close()
})

test('marks the invalid field on a phone and keeps heading and buttons visible', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 360, height: 780 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const dialog = await schedule(citizen, newQuestion('Too late'), lastMidnight)
  const time = dialog.getByLabel('Schedule time')
  await expect(time).toBeFocused()
  await expect(time).toHaveAttribute('aria-invalid', 'true')
  await expect(time).toHaveAccessibleDescription('The scheduled time has already passed.')
  for (const part of [
    time,
    dialog.getByRole('heading', { name: 'Schedule Poll' }),
    dialog.getByRole('button', { name: 'Close' }),
    dialog.getByRole('button', { name: 'Schedule Poll' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
})

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme })

    for (const button of ['Create Poll', 'Schedule Poll']) {
      test(`shows an accessible ${button} dialog that fits 320 px`, async ({ citizen }) => {
        const errors = collectConsoleErrors(citizen)
        await citizen.goto('/polls')
        await waitForContent(citizen)
        const opener = citizen.getByRole('button', { name: button, exact: true })
        await opener.focus()
        await citizen.keyboard.press('Enter')
        const dialog = citizen.getByRole('dialog')
        await expect(dialog.getByLabel('Question')).toBeFocused()
        await dialog.getByRole('button', { name: button }).press('Enter')
        await expect(dialog.getByRole('alert')).toBeVisible()
        await expectAccessible(citizen)
        await expectNoHorizontalScroll(citizen)
        await citizen.keyboard.press('Escape')
        await expect(opener).toBeFocused()
        expect(errors).toEqual([])
      })
    }
  })
}
