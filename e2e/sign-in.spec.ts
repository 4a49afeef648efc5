import { heading, main } from './accounts.ts'
import { expect, test, uniqueNumber } from './fixtures.ts'

test('signs in with Google, returns to the requested page, and reuses the account next time', async ({ visitor }) => {
  const login = `grace${uniqueNumber()}`
  await visitor.goto('/politicians')
  await expect(heading(visitor, 'Welcome Back')).toBeVisible()
  await visitor.getByRole('button', { name: 'Continue with Google' }).click()
  await visitor.getByPlaceholder('Enter any login').fill(login)
  await visitor.getByPlaceholder('and password').fill('any')
  await visitor.getByRole('button', { name: 'Sign-in' }).click()
  await visitor.getByRole('button', { name: 'Continue' }).click()

  await expect(visitor).toHaveURL('/politicians')
  await visitor.goto('/profile-settings')
  await expect(main(visitor).getByText(`${login}@mail.example`)).toBeVisible()
  const username = await main(visitor).getByText(/^@/).innerText()
  await main(visitor).getByRole('button', { name: 'Sign Out' }).click()
  await expect(visitor).toHaveURL('/')

  await visitor.goto('/signup')
  await visitor.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(visitor.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await visitor.goto('/profile-settings')
  await expect(main(visitor).getByText(username)).toBeVisible()
})

test('shows a message on the login page after cancelling at Google', async ({ visitor }) => {
  await visitor.goto('/login')
  await visitor.getByRole('button', { name: 'Continue with Google' }).click()
  await visitor.getByRole('link', { name: 'Cancel' }).click()

  await expect(main(visitor).getByRole('alert')).toHaveText('Google sign-in was cancelled.')
  await expect(visitor).toHaveURL('/login')
})

test('opens the site in every tab after the access code is entered', async ({ page, context }) => {
  await page.goto('/about')
  const second = await context.newPage()
  await second.goto('/about')
  await expect(heading(second, 'Protected Access')).toBeVisible()
  await page.getByLabel('Access Password').fill('citizenship')
  await page.getByRole('button', { name: 'Access Website' }).click()
  await expect(heading(page, 'About WTPU')).toBeFocused()
  await expect(heading(second, 'About WTPU')).toBeVisible()
})
