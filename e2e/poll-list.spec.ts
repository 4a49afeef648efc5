import type { Page, Response } from '@playwright/test'
import { delayRequests, expect, send, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

const questions = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const search = (page: Page) => page.getByPlaceholder('Search polls, topics, or categories...')
const clearAll = (page: Page) => page.getByRole('button', { name: 'Clear All Filters' })

const listResponse = (page: Page, sort: string) =>
  page.waitForResponse((response) => response.url().includes('/api/polls/?') && response.url().includes(`sort=${sort}`))

async function questionsIn(response: Response): Promise<string[]> {
  const { results }: { results: { question: string }[] } = await response.json()
  return results.map(({ question }) => question)
}

test('gives each tab its own list and URL', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await expect(citizen.getByRole('region', { name: 'Featured polls' })).toBeVisible()
  await expect(citizen.getByRole('region', { name: 'All Polls' })).toBeVisible()
  for (const [tab, filter, list] of [
    ['Trending', 'trending', 'Trending in the last 24 hours'],
    ['Recent', 'recent', 'Recently Created'],
    ['Ending Soon', 'ending_soon', 'Ending within 24 hours'],
  ] as const) {
    await citizen.getByRole('tab', { name: tab }).click()
    await expect(citizen).toHaveURL(`/polls?filter=${filter}`)
    await expect(citizen.getByRole('region', { name: list, exact: true }).getByRole('article').first()).toBeVisible()
    await expect(citizen.getByRole('region', { name: 'Featured polls' })).toHaveCount(0)
  }
  // Arrow keys select tabs.
  await citizen.getByRole('tab', { name: 'Ending Soon' }).press('ArrowRight')
  await expect(citizen.getByRole('tab', { name: 'All Polls' })).toHaveAttribute('aria-selected', 'true')
  await expect(citizen).toHaveURL('/polls')
})

test('shows the question of the first poll without scrolling at 1280 × 800', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 1280, height: 800 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await expect(questions(citizen).first()).toBeInViewport({ ratio: 1 })
})

test('fades the edge of the tab list on a phone where more tabs can be scrolled into view', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 360, height: 780 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const row = citizen.getByRole('tablist')
  const fades = () =>
    row.evaluate((element) =>
      ['--fade-start', '--fade-end'].map(
        (name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)) > 20,
      ),
    )
  await expect.poll(fades).toEqual([false, true])
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect.poll(fades).toEqual([true, false])
})

test('keeps filters on reload, removes them one by one with Back, and clears them all at once', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await search(citizen).fill('should')
  await expect(citizen).toHaveURL('/polls?q=should')
  await citizen.getByLabel('Category').selectOption('Technology')
  await expect(citizen).toHaveURL(/\?q=should&category=\d+$/)
  const response = listResponse(citizen, 'most_votes')
  await citizen.getByLabel('Sort by').selectOption('Most Votes')
  await expect(citizen).toHaveURL(/&sort=most_votes$/)
  await expect(citizen.getByRole('tab')).toHaveCount(0)
  const found = await questionsIn(await response)
  await expect(questions(citizen)).toHaveText(found)
  const isSortedByVotes = async () => {
    const votes = await citizen
      .locator('article footer')
      .getByText(/votes?$/)
      .allInnerTexts()
    const numbers = votes.map((text) => Number.parseFloat(text) * (text.includes('K') ? 1000 : 1))
    return numbers.length > 1 && numbers.every((count, index) => index === 0 || count <= (numbers[index - 1] ?? 0))
  }
  await expect.poll(isSortedByVotes).toBe(true)

  await citizen.reload()
  await waitForContent(citizen)
  await expect(search(citizen)).toHaveValue('should')
  await expect(citizen.getByLabel('Sort by')).toHaveValue('most_votes')
  await expect(questions(citizen)).toHaveText(found)

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
  const links = citizen.getByRole('article').getByRole('link')
  // Keep to this link: the list still loads more cards, so its last link may be another one when it is clicked.
  const official = citizen
    .getByRole('article')
    .getByRole('link', { name: await links.last().innerText() })
    .first()
  await official.scrollIntoViewIfNeeded()
  expect(await citizen.evaluate(() => window.scrollY)).toBeGreaterThan(1000)

  await official.click()
  await expect(citizen).toHaveURL(/\/politicians\/\d+$/)
  await citizen.goBack()

  await expect(citizen).toHaveURL('/polls?sort=oldest')
  await expect(official).toBeInViewport()
})

test('shows an empty state that clears the filters when no poll matches', async ({ citizen }) => {
  await citizen.goto('/polls?q=zzzzzz')
  await expect(citizen.getByText('No polls match your criteria')).toBeVisible()
  await citizen.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('article').first()).toBeVisible()
})

test('selects a politician by typing and keyboard, or by a link with the name', async ({ citizen }) => {
  // Polls of other tests may be the whole first page.
  const response = await citizen.request.get('/api/polls/?filter=politician&limit=1')
  const { results }: { results: { politician: { name: string } }[] } = await response.json()
  const name = results[0]!.politician.name
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const box = citizen.getByRole('combobox', { name: 'Politician' })
  await box.fill(name)
  // Until the search has answered, the first officials of the directory are listed.
  await expect(citizen.getByRole('listbox', { name: 'Choices' }).getByRole('option').first()).toContainText(name)
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

test('gives each sort order its own URL', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  for (const [label, sort] of [
    ['Oldest First', 'oldest'],
    ['Most Votes', 'most_votes'],
    ['Ending Soon', 'ending_soon'],
  ] as const) {
    const response = listResponse(citizen, sort)
    await citizen.getByLabel('Sort by').selectOption(label)
    await expect(citizen).toHaveURL(`/polls?sort=${sort}`)
    await expect(questions(citizen).first()).toHaveText((await questionsIn(await response))[0] ?? '')
  }
  // Newest First is the default, so the tabs reappear.
  await citizen.getByLabel('Sort by').selectOption('Newest First')
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('tab')).toHaveCount(4)
})

test('shows skeletons while loading, an error with Try Again, and an empty state', async ({ citizen }) => {
  const list = /\/api\/polls\/\?(?!.*cursor)/
  let answer: { status: number; json: unknown } | undefined
  let clicked = Promise.resolve()
  await citizen.route(list, async (route) => {
    await clicked
    if (answer) await route.fulfill(answer)
  })
  await citizen.goto('/polls')
  await expect(citizen.getByTestId('poll-skeleton')).toHaveCount(4)

  answer = { status: 500, json: { code: 'internal', detail: '' } }
  await citizen.reload()
  await expect(citizen.getByText('Polls could not be loaded')).toBeVisible()
  // A refetch that succeeds before the click would remove the button.
  clicked = citizen.getByRole('button', { name: 'Try Again' }).click()
  answer = { status: 200, json: { results: [], next: null } }
  await clicked
  await expect(citizen.getByText('No polls available')).toBeVisible()
  await expect(citizen.getByText('Check back later for new polls!')).toBeVisible()
  await citizen.getByRole('link', { name: 'Explore Forums' }).click()
  await expect(citizen).toHaveURL('/forums')
})

test('explains in a dialog why a second vote from another device is rejected', async ({ citizen }) => {
  // Without the live stream and its own votes, the page does not learn of the other vote before the click.
  await citizen.route('**/api/live/', (route) => route.abort())
  await citizen.goto('/polls?sort=oldest&q=veterans')
  const poll = citizen.getByRole('article').first()
  const vote = poll.getByRole('button', { name: /^Vote for/ })
  await expect(vote.first()).toBeVisible()
  const id = /\d+$/.exec((await poll.getAttribute('id')) ?? '')?.[0]
  const { options }: { options: { id: number }[] } = await (await citizen.request.get(`/api/polls/${id}/`)).json()
  const releaseVotes = await delayRequests(citizen, '**/api/polls/my-votes/')
  await send(citizen, `/api/polls/${id}/vote/`, { option_id: options[0]?.id })

  await vote.first().click()

  const dialog = citizen.getByRole('dialog', { name: 'Oops — vote not submitted' })
  await expect(dialog).toContainText('You Already Voted, Please Wait for the Results')
  releaseVotes()
  await citizen.keyboard.press('Escape')
  await expect(vote).toHaveCount(0)
  await expect(poll.getByText('Yours', { exact: true })).toBeVisible()
})
