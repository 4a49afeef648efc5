import type { Locator, Page } from '@playwright/test'
import { expect, newIpAddress, newUser, removeTimeouts } from './fixtures.ts'

export const main = (page: Page) => page.getByRole('main')
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Registers an account without signing it in, from a network of its own by default. */
export async function register(page: Page, network = newIpAddress()): Promise<ReturnType<typeof newUser>> {
  const user = newUser()
  const data = { ...user, confirm_password: user.password }
  const headers = { 'x-forwarded-for': network }
  expect((await page.request.post('/auth/api/register/', { data, headers })).ok()).toBe(true)
  return user
}

export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Opens the form and fills it in for a new user, who is returned. */
export async function fillSignUpForm(page: Page): Promise<ReturnType<typeof newUser>> {
  const user = newUser()
  const { first_name, last_name, email, password, state } = user
  await page.goto('/signup')
  await page.getByLabel('First name').fill(first_name)
  await page.getByLabel('Last name').fill(last_name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByLabel('State').selectOption(state)
  await page.getByRole('checkbox', { name: /agree/i }).check()
  return user
}

/** Fills in the form below an answer, for a new user, who is returned. */
export async function fillShortSignUp(card: Locator): Promise<ReturnType<typeof newUser>> {
  const user = newUser()
  await card.getByLabel('First name').fill(user.first_name)
  await card.getByLabel('Last name').fill(user.last_name)
  await card.getByLabel('Email').fill(user.email)
  await card.getByLabel('Password', { exact: true }).fill(user.password)
  await card.getByLabel('State').selectOption(user.state)
  await card.getByRole('checkbox', { name: /Terms/ }).check()
  return user
}

/** Signs up by the form, which signs the user in and opens Home. Returns the email. */
export async function signUpByForm(page: Page): Promise<string> {
  // The page waits 2 s to learn whether the email is confirmed. After that, only the next page shows the banner.
  await removeTimeouts(page)
  const { email } = await fillSignUpForm(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  return email
}
