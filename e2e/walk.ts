import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { anAddress, newPerson, passGate, signIn } from './fixtures.ts'

interface Official {
  /** What the person types into the directory's search. */
  search: string
  name: string
}

/**
 * A citizen's first walk: through the gate, sign up, find an official, rate them, find a poll, vote, while a second
 * browser, signed in as somebody else, sees the result move without reloading.
 */
export async function firstWalk(browser: Browser, baseURL: string, { search, name }: Official): Promise<void> {
  const open = () => browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': anAddress() } })
  const [mine, others] = [await open(), await open()]
  const page = await mine.newPage()

  await enterTheSite(page)
  await signUp(page)
  await rateAnOfficial(page, search, name)

  await passGate(others)
  await signIn(others, baseURL)
  const watcher = await others.newPage()
  await watcher.goto('/polls')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' }).click()

  const [poll, seen] = [firstOpenPoll(page), firstOpenPoll(watcher)]
  const question = await poll.getByRole('heading').innerText()
  await expect(seen.getByRole('heading')).toHaveText(question)
  await expectToMove(seen, () => voteForFirst(poll))

  await page.reload()
  await expect(cardOf(page, question).getByRole('button', { name: /^Vote/ })).toHaveCount(0)
  await expect(cardOf(page, question).getByText('Your vote', { exact: true })).toBeVisible()
  await mine.close()
  await others.close()
}

async function enterTheSite(page: Page): Promise<void> {
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
  // A visitor who asked for a page behind the login is sent to sign in, and back to it later.
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

async function rateAnOfficial(page: Page, search: string, name: string): Promise<void> {
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

/** The first poll of the page that still takes votes. */
export function firstOpenPoll(page: Page): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Vote/ }) })
    .first()
}

export async function voteForFirst(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Vote/ }).first().click()
}

export async function totalVotes(card: Locator): Promise<number> {
  // Shown shortened from a thousand on; the title has the whole number.
  const full = await card.locator('footer [title]').first().getAttribute('title')
  return Number.parseInt((full ?? '').replaceAll(',', ''), 10)
}

/** The total in a card that nobody touches rises by one within two seconds of a vote elsewhere. */
export async function expectToMove(card: Locator, vote: () => Promise<void>, timeout = 2_000): Promise<void> {
  const before = await totalVotes(card)
  await vote()
  await expect.poll(() => totalVotes(card), { timeout, intervals: [50] }).toBe(before + 1)
}
