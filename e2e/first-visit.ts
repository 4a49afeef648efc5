import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { randomIpAddress, newPerson, passGate, signInAsNewUser } from './fixtures.ts'

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
  const open = () => browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': randomIpAddress() } })
  const [mine, others] = [await open(), await open()]
  const page = await mine.newPage()

  await passGateByForm(page)
  await signUp(page)
  await ratePolitician(page, search, name)

  await passGate(others)
  await signInAsNewUser(others, baseURL)
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' }).click()

  const [poll, watchedPoll] = [firstOpenPoll(page), firstOpenPoll(watcher)]
  const question = await poll.getByRole('heading').innerText()
  await expect(watchedPoll.getByRole('heading')).toHaveText(question)
  await expectVoteToAppear(watchedPoll, () => voteForFirstOption(poll))

  await page.reload()
  await expect(cardOf(page, question).getByRole('button', { name: /^Vote/ })).toHaveCount(0)
  await expect(cardOf(page, question).getByText('Your vote', { exact: true })).toBeVisible()
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
  const person = newPerson()
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Last name').fill(person.last_name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password)
  await page.getByLabel('State').selectOption(person.state)
  await page.getByLabel(/I agree to the/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/polls')
}

async function ratePolitician(page: Page, search: string, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Politicians' }).click()
  await page.getByPlaceholder('Search politicians, offices, or states...').fill(search)
  const card = page.getByRole('article', { name })
  await expect(card).toBeVisible()
  await expect(page).toHaveURL(`/politicians?search=${encodeURIComponent(search).replaceAll('%20', '+')}`)
  const good = card.getByText(/\d+ good$/)
  const before = Number.parseInt(await good.innerText(), 10)
  await card.getByRole('button', { name: `Good Job for ${name}` }).click()
  await expect(page.getByText('Good Job vote has been recorded.', { exact: true })).toBeVisible()
  await expect(card.getByText('Rated Good Job!')).toBeVisible()
  await expect(good).toHaveText(`${before + 1} good`)
  await card.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Rated Good Job!')).toBeVisible()
}

function cardOf(page: Page, question: string): Locator {
  return page.getByRole('article', { name: question })
}

/** The first poll on the page that the user can still vote in. */
export function firstOpenPoll(page: Page): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Vote/ }) })
    .first()
}

export async function voteForFirstOption(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Vote/ }).first().click()
}

export async function totalVotes(card: Locator): Promise<number> {
  // Counts of 1000 or more are abbreviated; the title has the full number.
  const full = await card.locator('footer [title]').first().getAttribute('title')
  return Number.parseInt((full ?? '').replaceAll(',', ''), 10)
}

/** Expects the total on `card`, in another browser, to increase by one after `vote`. */
export async function expectVoteToAppear(card: Locator, vote: () => Promise<void>, timeout?: number): Promise<void> {
  const before = await totalVotes(card)
  await vote()
  await expect.poll(() => totalVotes(card), { timeout }).toBe(before + 1)
}
