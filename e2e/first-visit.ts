import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { newIpAddress, newUser, passGate, signInAsNewUser } from './fixtures.ts'
import { readShares } from './shares.ts'
import { card, createPoll, newQuestion } from './polls.ts'

interface PoliticianToFind {
  /** The text to enter into the directory search. */
  search: string
  name: string
}

/**
 * A new citizen's first visit: pass the gate, sign up, find and rate a politician, and vote in a poll. A second browser,
 * signed in as another user, must show the vote without reloading.
 */
export async function completeFirstVisit(
  browser: Browser,
  baseURL: string,
  { search, name }: PoliticianToFind,
): Promise<void> {
  const open = () => browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() } })
  const [mine, others] = [await open(), await open()]
  const page = await mine.newPage()
  await passGate(others)
  await signInAsNewUser(others, baseURL)
  const watcher = await others.newPage()
  const question = newQuestion('Who plants the trees')
  await createPoll(watcher, { question })

  await passGateByForm(page)
  await signUp(page)
  await ratePolitician(page, search, name)

  await watcher.goto('/polls')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' }).click()
  const [poll, watchedPoll] = [card(page, question), card(watcher, question)]
  await expectVoteToAppear(watchedPoll, () => voteForFirstOption(poll))

  await page.reload()
  await expect(poll.getByText('Yours', { exact: true })).toBeVisible()
  await expect(poll.getByRole('button', { name: /^Vote/ })).toHaveCount(0)
  await mine.close()
  await others.close()
}

async function passGateByForm(page: Page): Promise<void> {
  await page.goto('/polls')
  await expect(page.getByRole('heading', { name: 'Protected Access' })).toBeVisible()
  const code = page.getByLabel('Access Password', { exact: true })
  await expect(page.getByRole('button', { name: 'Access Website' })).toBeDisabled()
  await code.fill('open sesame')
  await code.press('Enter')
  await expect(page.getByText('Incorrect password. Please try again.')).toBeVisible()
  await expect(code).toHaveValue('')
  await code.fill('citizenship')
  await page.getByRole('button', { name: 'Access Website' }).click()
  // The requested page requires sign-in, so the visitor is redirected to /login and returns afterwards.
  await expect(page).toHaveURL('/login')
}

async function signUp(page: Page): Promise<void> {
  const user = newUser()
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill(user.first_name)
  await page.getByLabel('Last name').fill(user.last_name)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(user.password)
  await page.getByLabel('State').selectOption(user.state)
  await page.getByLabel(/I agree to the/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/polls')
}

async function ratePolitician(page: Page, search: string, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Politicians' }).click()
  await page.getByPlaceholder('Search politicians, offices, or states...').fill(search)
  const official = page.getByRole('article', { name })
  await expect(official).toBeVisible()
  await expect(page).toHaveURL(`/politicians?search=${encodeURIComponent(search).replaceAll('%20', '+')}`)
  await official.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const good = page.getByRole('region', { name: 'Ratings' }).locator('dd').first()
  const before = Number.parseInt(await good.innerText(), 10)
  await page.getByRole('button', { name: `Good Job for ${name}` }).click()
  await expect(page.getByText('Good Job vote has been recorded.', { exact: true })).toBeVisible()
  await expect(page.getByText('Rated Good Job!')).toBeVisible()
  // Others may rate at the same time.
  await expect.poll(async () => Number.parseInt(await good.innerText(), 10)).toBeGreaterThan(before)
  await page.reload()
  await expect(page.getByText('Rated Good Job!')).toBeVisible()
  const { shown, unexplained } = await readShares(page)
  expect([shown > 0, unexplained]).toEqual([true, []])
}

export async function voteForFirstOption(poll: Locator): Promise<void> {
  await poll.getByRole('button', { name: /^Vote/ }).first().click()
}

export async function totalVotes(poll: Locator): Promise<number> {
  // Counts of 1000 or more are abbreviated; the title has the full number.
  const full = await poll.locator('footer [title]').first().getAttribute('title')
  return Number.parseInt((full ?? '').replaceAll(',', ''), 10)
}

/** Expects the total on the card of a poll, in another browser, to increase by one after `vote`. */
export async function expectVoteToAppear(poll: Locator, vote: () => Promise<void>): Promise<void> {
  const before = await totalVotes(poll)
  await vote()
  await expect.poll(() => totalVotes(poll)).toBe(before + 1)
}
