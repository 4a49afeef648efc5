import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startMailbox } from '#server/testing/mailbox.ts'
import { randomIpAddress, expect, newPerson, passGate, signInAsNewUser, test } from './fixtures.ts'
import {
  expectAccessible,
  expectLargeTextFits,
  expectNoHorizontalScroll,
  layoutShift,
  waitForContent,
} from './screen.ts'

// Run serially, because the tests share the mailbox's port.
test.describe.configure({ mode: 'serial' })

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A separate browser context, for another user or another device. */
async function newBrowserContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': randomIpAddress() } })
  await passGate(context)
  return context
}

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('signs in with Google, returns to the requested page, and reuses the account next time', async ({ visitor }) => {
  const login = `grace${Date.now()}`
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

test('resets a forgotten password with the emailed code and signs out every device', async ({
  browser,
  visitor,
  baseURL,
}) => {
  await using mailbox = await startMailbox({ port: Number(new URL(baseURL!).port) + 2 })
  const device = await newBrowserContext(browser, baseURL!)
  const { email, password } = await signInAsNewUser(device, baseURL!)
  const other = await device.newPage()
  await other.goto('/profile-settings')
  await expect(other.getByRole('button', { name: 'Edit Profile' })).toBeVisible()

  await visitor.goto('/login')
  await visitor.getByRole('link', { name: 'Forgot password?' }).click()
  // Wait for the new page: the login page has an Email field too.
  await expect(visitor).toHaveURL('/forgot-password')
  await expect(visitor.getByRole('button', { name: 'Send Verification Code' })).toBeVisible()
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByRole('button', { name: 'Send Verification Code' }).click()
  await expect(heading(visitor, 'Verify Code')).toBeVisible()
  // The mailbox also receives mail of other tests and this account's confirmation email.
  const findMail = () =>
    mailbox.mails.find((one) => one.to?.[0]?.address === email && /verification code/.test(one.subject ?? ''))
  await expect.poll(findMail, { timeout: 40_000 }).toBeDefined()
  const mail = findMail()
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  await visitor.getByLabel('Verification code').pressSequentially(code)
  await visitor.getByRole('button', { name: 'Verify & Sign In' }).click()
  await expect(visitor).toHaveURL('/reset-password')
  await visitor.reload()
  await visitor.getByLabel('New password', { exact: true }).fill('a new long walk')
  await visitor.getByLabel('Confirm password', { exact: true }).fill('a new long walk')
  await visitor.getByRole('button', { name: 'Save Password' }).click()

  await expect(visitor).toHaveURL('/login?reset=1')
  await expect(
    main(visitor).getByText('Password updated successfully. Please sign in with your new password.'),
  ).toBeVisible()
  await signInByForm(visitor, email, password)
  await expect(main(visitor).getByRole('alert')).toHaveText('Incorrect password')
  await signInByForm(visitor, email, 'a new long walk')
  await expect(visitor).toHaveURL('/')
  await other.reload()
  await expect(heading(other, 'Welcome Back')).toBeVisible()
  await device.close()
})

/** Signs up by the form, which signs the user in and opens Home. Returns the email. */
async function signUpByForm(page: Page): Promise<string> {
  const { first_name, last_name, email, password, state } = newPerson()
  await page.goto('/signup')
  await page.getByLabel('First name').fill(first_name)
  await page.getByLabel('Last name').fill(last_name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByLabel('State').selectOption(state)
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  return email
}

test('confirms the email by a mailed link, which hides the banner', async ({ browser, visitor, baseURL }) => {
  await using mailbox = await startMailbox({ port: Number(new URL(baseURL!).port) + 2 })
  const email = await signUpByForm(visitor)
  const banner = visitor.getByRole('complementary', { name: 'Confirm your email' })
  await expect(banner).toContainText(`Please confirm your email. We sent a link to ${email}.`)
  const links = () =>
    mailbox.mails
      .filter((mail) => mail.to?.[0]?.address === email)
      .map((mail) => new URL(/^http\S+\/confirm-email\?token=\S+$/m.exec(mail.text ?? '')?.[0] ?? 'about:blank'))
  await expect.poll(() => links().length, { timeout: 40_000 }).toBe(1)
  await banner.getByRole('button', { name: /^Resend/ }).click()
  await expect(banner.getByText('Sent. Please check your inbox.')).toBeVisible()
  await expect.poll(() => links().length, { timeout: 40_000 }).toBe(2)
  const [link, second] = links()

  // Open the link on another device that is signed out.
  const device = await newBrowserContext(browser, baseURL!)
  const other = await device.newPage()
  await other.goto(link!.href.replace(link!.origin, ''))
  await expect(other).toHaveURL('/confirm-email')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Confirm My Email' }).click()
  await expect(main(other).getByText('Your email is confirmed. Thank you!')).toBeVisible()
  await expectAccessible(other)
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect(banner).toHaveCount(0)

  await other.goto(second!.href.replace(second!.origin, ''))
  await other.getByRole('button', { name: 'Confirm My Email' }).click()
  await expect(main(other).getByText('Your email is confirmed. Thank you!')).toBeVisible()
  await device.close()
})

test('offers a new link after an invalid confirmation link', async ({ visitor }) => {
  await visitor.goto('/confirm-email?token=not-a-link-that-was-sent')
  await visitor.getByRole('button', { name: 'Confirm My Email' }).click()
  await expect(main(visitor).getByRole('alert')).toHaveText('This confirmation link is not valid.')
  await expectAccessible(visitor)
  await expect(main(visitor).getByRole('link', { name: 'Sign In' })).toBeVisible()

  await signUpByForm(visitor)
  await visitor.goto('/confirm-email?token=not-a-link-that-was-sent')
  await visitor.getByRole('button', { name: 'Confirm My Email' }).click()
  await main(visitor)
    .getByRole('button', { name: /^Resend/ })
    .click()
  await expect(main(visitor).getByText('Sent. Please check your inbox.')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`shows an accessible banner without a layout shift in the ${colorScheme} theme`, async ({ visitor }) => {
    await visitor.emulateMedia({ colorScheme })
    await signUpByForm(visitor)
    const banner = visitor.getByRole('complementary', { name: 'Confirm your email' })
    await expect(banner).toBeVisible()
    for (const path of ['/about', '/profile-settings']) {
      await visitor.goto(path)
      await expect(banner).toBeVisible()
      await expectAccessible(visitor)
      await expectNoHorizontalScroll(visitor)
    }
    await visitor.goto('/about')
    await expect(banner).toBeVisible()
    await waitForContent(visitor)
    expect(await layoutShift(visitor)).toBeLessThan(0.02)
    await banner.getByRole('button', { name: /^Dismiss/ }).click()
    await expect(banner).toHaveCount(0)
    await visitor.goto('/polls')
    await expect(heading(visitor, /Polls/)).toBeVisible()
    await expect(banner).toHaveCount(0)
  })
}

test('fits each digit of the code into its box with large text on a phone', async ({ visitor }) => {
  await visitor.goto('/verify-otp?email=ada%40wtpu.example')
  await expectLargeTextFits(visitor)
  await visitor.getByLabel('Verification code').pressSequentially('123456')
  const boxes = main(visitor).locator('form span', { hasText: /^\d$/ })
  await expect(boxes).toHaveCount(6)
  // A box at least as wide as the font size fits the widest digit.
  const spareWidth = await boxes.evaluateAll((all) =>
    all.map((one) => one.clientWidth - Number.parseFloat(getComputedStyle(one).fontSize)),
  )
  expect(Math.min(...spareWidth)).toBeGreaterThanOrEqual(0)
})

test('replaces the form with an offer of a new code after a wrong code', async ({ visitor }) => {
  await visitor.goto('/reset-password?email=demo%40wtpu.example&code=000000')
  await visitor.getByLabel('New password', { exact: true }).fill('a new long walk')
  await visitor.getByLabel('Confirm password', { exact: true }).fill('a new long walk')
  await visitor.getByRole('button', { name: 'Save Password' }).click()

  await expect(main(visitor).getByRole('alert')).toHaveText('Invalid reset code. Please request a new one.')
  await expect(main(visitor).getByRole('link', { name: 'Request New Reset Code' })).toBeFocused()
  await expect(visitor.getByLabel('New password', { exact: true })).toHaveCount(0)
  await visitor.reload()
  await expect(main(visitor).getByRole('alert')).toContainText('Invalid reset link')
})

test('redirects a code screen without an email to Forgot Password', async ({ visitor }) => {
  await visitor.goto('/verify-otp?email=%20')
  await expect(visitor).toHaveURL('/forgot-password')
})

test('prefills the email on the login page when sign-in fails after registration', async ({ visitor }) => {
  const { first_name, last_name, email, password, state } = newPerson()
  await visitor.route('**/auth/api/token/', (route) => route.fulfill({ status: 503, json: {} }))
  await visitor.goto('/signup')
  await visitor.getByLabel('First name').fill(first_name)
  await visitor.getByLabel('Last name').fill(last_name)
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByLabel('Confirm password', { exact: true }).fill(password)
  await visitor.getByLabel('State').selectOption(state)
  await visitor.getByRole('checkbox', { name: /I agree/ }).check()
  await visitor.getByRole('button', { name: 'Create Account' }).click()

  await expect(heading(visitor, 'Welcome Back')).toBeVisible()
  await expect(visitor).toHaveURL('/login')
  await expect(main(visitor).getByText('Your account was created.')).toBeVisible()
  await expect(visitor.getByLabel('Email')).toHaveValue(email)
})

test('opens the site in every tab after the access code is entered', async ({ page, context }) => {
  await page.goto('/about')
  const second = await context.newPage()
  await second.goto('/about')
  await expect(heading(second, 'Protected Access')).toBeVisible()
  await page.getByLabel('Access Password').fill('citizenship')
  await page.getByRole('button', { name: 'Access Website' }).click()
  await expect(heading(page, 'About WTPU')).toBeVisible()
  await expect(heading(second, 'About WTPU')).toBeVisible()
})

test('shows an error for an unknown email', async ({ visitor }) => {
  await visitor.goto('/forgot-password')
  await visitor.getByLabel('Email').fill('unknown@wtpu.example')
  await visitor.getByRole('button', { name: 'Send Verification Code' }).click()

  await expect(main(visitor).getByRole('alert')).toHaveText('Email not found. Please check and try again.')
})

test('edits name, bio and picture, and another user sees and follows the profile', async ({
  browser,
  citizen,
  baseURL,
}) => {
  await citizen.goto('/profile-settings')
  await citizen.getByRole('button', { name: 'Edit Profile' }).click()
  await citizen.getByLabel('First name').fill('Grace')
  await citizen.getByLabel('Last name').fill('Hopper')
  await citizen.getByLabel('Bio').fill('Writes compilers.')
  // Use a screenshot of the page corner as a real PNG of 64 x 64 pixels.
  const buffer = await citizen.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  await citizen.getByLabel('Choose picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await citizen.getByRole('button', { name: 'Save Changes' }).click()
  await expect(citizen.getByText('Success', { exact: true })).toBeVisible()
  await expect(citizen.getByRole('button', { name: 'Account menu for Grace Hopper' })).toBeVisible()
  const image = main(citizen).locator('img')
  await expect(image).toHaveAttribute('src', /\/media\/avatars\/[0-9a-f-]+-64\.webp$/)
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(64)
  await citizen.reload()
  await expect(main(citizen).getByText('Writes compilers.')).toBeVisible()

  await citizen.getByRole('link', { name: 'See what others see' }).click()
  await expect(heading(citizen, /Grace Hopper/)).toBeVisible()
  await expect(main(citizen).getByText(/@wtpu\.example/)).toHaveCount(0)
  const address = citizen.url()
  const context = await newBrowserContext(browser, baseURL!)
  await signInAsNewUser(context, baseURL!)
  const other = await context.newPage()
  await other.goto(address)
  await expect(heading(other, /Grace Hopper/)).toBeVisible()
  await expect(main(other).getByText(/@wtpu\.example/)).toHaveCount(0)
  await other.getByRole('button', { name: 'Follow Grace Hopper' }).click()
  await expect(other.getByRole('button', { name: 'Unfollow Grace Hopper' })).toBeVisible()
  await expect(main(other).getByText(/^1$/)).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Unfollow Grace Hopper' })).toBeVisible()

  await citizen.goto('/profile-settings')
  await citizen.getByText('Show my email on my public profile').click()
  await expect(main(citizen).getByText('Saved', { exact: true })).toBeVisible()
  await citizen.getByRole('link', { name: 'See what others see' }).click()
  await expect(main(citizen).getByRole('link', { name: /@wtpu\.example/ })).toBeVisible()
  await other.reload()
  await expect(main(other).getByRole('link', { name: /@wtpu\.example/ })).toBeVisible()
  await context.close()
})

test('edits the profile by keyboard alone without losing focus', async ({ citizen }) => {
  await citizen.goto('/profile-settings')
  const edit = citizen.getByRole('button', { name: 'Edit Profile' })
  await edit.press('Enter')
  await expect(citizen.getByLabel('First name')).toBeFocused()
  await citizen.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await citizen.getByLabel('Bio').fill('Walks.')
  await citizen.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(citizen.getByText('Success', { exact: true })).toBeVisible()
  await expect(edit).toBeFocused()
  const showEmail = citizen.getByRole('checkbox', { name: /Show my email/ })
  await showEmail.press('Space')
  await expect(showEmail).toBeEnabled()
  await expect(showEmail).toBeChecked()
  await expect(showEmail).toBeFocused()
})

test('keeps an unsaved profile edit when the session expires, and discards it on Sign Out', async ({
  visitor,
  context,
  baseURL,
}) => {
  const { email, password } = await signInAsNewUser(context, baseURL!)
  await visitor.goto('/profile-settings')
  await visitor.getByRole('button', { name: 'Edit Profile' }).click()
  await visitor.getByLabel('Bio').fill('Half a senten')
  const refresh = await visitor.evaluate(() => localStorage.getItem('refresh'))
  await context.request.post('/auth/api/logout/', { data: { refresh } })
  // The server caches a valid session for 10 s, so break the token signature to be rejected immediately.
  await visitor.evaluate(() => localStorage.setItem('access', localStorage.getItem('access')!.replace(/.$/, '')))
  await visitor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(heading(visitor, 'Welcome Back')).toBeVisible()
  await expect(main(visitor).getByText('Your session has expired. Please sign in again.')).toBeVisible()
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Sign In' }).click()

  await expect(visitor).toHaveURL('/profile-settings')
  await expect(visitor.getByLabel('Bio')).toHaveValue('Half a senten')
  await visitor.getByRole('button', { name: /^Account menu/ }).click()
  await visitor.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(visitor).toHaveURL('/')
  await signInByForm(visitor, email, password)
  await expect(visitor.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await visitor.goto('/profile-settings')
  await expect(visitor.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})

test('wraps long names and emails without spaces instead of widening the page', async ({
  visitor,
  context,
  baseURL,
}) => {
  const long = 'w'.repeat(60)
  await visitor.goto(`/verify-otp?email=${long}%40wtpu.example`)
  await expectNoHorizontalScroll(visitor)
  await signInAsNewUser(context, baseURL!, { last_name: long, email: `${long}${Date.now()}@wtpu.example` })
  await visitor.goto('/profile-settings')
  await expect(visitor.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expectNoHorizontalScroll(visitor)
  await visitor.getByRole('link', { name: 'See what others see' }).click()
  await expect(heading(visitor, /w{60}/)).toBeVisible()
  await expectNoHorizontalScroll(visitor)
})

test('rejects a file that is not an image and keeps the typed text', async ({ citizen }) => {
  await citizen.goto('/profile-settings')
  await citizen.getByRole('button', { name: 'Edit Profile' }).click()
  await citizen.getByLabel('Bio').fill('Still here.')
  const disguised = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>1</script></html>') }
  await citizen.getByLabel('Choose picture').setInputFiles(disguised)
  await citizen.getByRole('button', { name: 'Save Changes' }).click()

  await expect(main(citizen).getByText('Please select a valid image file')).toBeVisible()
  await expect(citizen.getByLabel('Bio')).toHaveValue('Still here.')
})

test('signs out other devices, downloads the data, and deletes the account so that its email can be reused', async ({
  browser,
  visitor,
  baseURL,
}) => {
  const device = await newBrowserContext(browser, baseURL!)
  const { email, password } = await signInAsNewUser(device, baseURL!)
  const other = await device.newPage()
  await other.goto('/polls')
  await signInByForm(visitor, email, password)
  await expect(visitor).toHaveURL('/')
  await visitor.goto('/profile-settings')
  await visitor.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await visitor.getByRole('button', { name: 'Sign out other devices' }).click()
  await expect(visitor.getByText('One other device was signed out.', { exact: true })).toBeVisible()
  await other.goto('/profile-settings')
  await expect(heading(other, 'Welcome Back')).toBeVisible()

  const download = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('wtpu-my-data.json')

  await visitor.getByRole('button', { name: 'Delete my account' }).click()
  await visitor.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Delete forever' }).click()
  await expect(visitor.getByText('Your account was deleted.', { exact: true })).toBeVisible()
  await expect(visitor).toHaveURL('/')
  await signInByForm(visitor, email, password)
  await expect(main(visitor).getByRole('alert')).toHaveText('Email not found')
  const again = await visitor.request.post('/auth/api/register/', {
    data: { ...newPerson(), email, password, confirm_password: password },
  })
  expect(again.status()).toBe(201)
  await device.close()
})
