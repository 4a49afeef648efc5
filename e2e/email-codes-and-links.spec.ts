import { heading, main, signInByForm, signUpByForm } from './accounts.ts'
import { expectToSurviveFailures } from './failing-writes.ts'
import { expect, newIpAddress, signInAsNewUser, test } from './fixtures.ts'
import { codesTo, confirmationLinksTo, firstOf, openMailbox } from './mails.ts'
import {
  expectAccessible,
  expectLargeTextFits,
  expectNoHorizontalScroll,
  layoutShift,
  waitForContent,
} from './screen.ts'
import { mailedWrites } from './writes/emails.ts'

// All tests with a mailbox are in this file and run serially, because they share its port.
test.describe.configure({ mode: 'serial' })

test('resets a forgotten password with the emailed code and signs out every device', async ({
  newContext,
  visitor,
  baseURL,
}) => {
  await using mailbox = await openMailbox(baseURL)
  const device = await newContext()
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
  const code = await firstOf(() => codesTo(mailbox, email))
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
})

test('confirms the email by a mailed link, which hides the banner', async ({ newContext, visitor, baseURL }) => {
  await using mailbox = await openMailbox(baseURL)
  // Both devices are in one network: the session of another one would end.
  const network = { 'x-forwarded-for': newIpAddress() }
  await visitor.context().setExtraHTTPHeaders(network)
  const email = await signUpByForm(visitor)
  const banner = visitor.getByRole('complementary', { name: 'Confirm your email' })
  await expect(banner).toContainText(`Please confirm your email. We sent a link to ${email}.`)
  const links = () => confirmationLinksTo(mailbox, email)
  await expect.poll(() => links().length, { timeout: 40_000 }).toBe(1)
  await banner.getByRole('button', { name: /^Resend/ }).click()
  await expect(banner.getByText('Sent. Please check your inbox.')).toBeVisible()
  await expect.poll(() => links().length, { timeout: 40_000 }).toBe(2)
  const [link, second] = links()

  // Open the link on another device that is signed out.
  const device = await newContext()
  await device.setExtraHTTPHeaders(network)
  const other = await device.newPage()
  await other.goto(link!)
  await expect(other).toHaveURL('/confirm-email')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Confirm My Email' }).click()
  await expect(main(other).getByText('Your email is confirmed. Thank you!')).toBeVisible()
  await expectAccessible(other)
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect(banner).toHaveCount(0)

  await other.goto(second!)
  await other.getByRole('button', { name: 'Confirm My Email' }).click()
  await expect(main(other).getByText('Your email is confirmed. Thank you!')).toBeVisible()
})

test('deletes an account that somebody else created with the address', async ({ newContext, visitor, baseURL }) => {
  await using mailbox = await openMailbox(baseURL)
  const email = await signUpByForm(visitor)
  const links = () => confirmationLinksTo(mailbox, email)
  await expect.poll(() => links().length, { timeout: 40_000 }).toBe(1)
  const owner = await (await newContext()).newPage()
  await owner.goto(links()[0] ?? '')
  await owner.getByRole('button', { name: 'I did not register' }).click()
  await expect(owner.getByRole('heading', { name: 'Delete this account?' })).toBeFocused()
  await expectAccessible(owner)
  await owner.getByRole('button', { name: 'Delete the Account' }).click()
  await expect(main(owner).getByRole('status').filter({ hasText: 'The account was deleted.' })).toBeFocused()
  await visitor.goto('/polls')
  await expect(visitor).toHaveURL('/login')
})

test('offers a new link after an invalid confirmation link', async ({ visitor }) => {
  await visitor.goto('/confirm-email#not-a-link-that-was-sent')
  await expect(main(visitor).getByRole('alert')).toHaveText('This confirmation link is not valid.')
  await expectAccessible(visitor)
  await expect(main(visitor).getByRole('link', { name: 'Sign In' })).toBeVisible()

  await signUpByForm(visitor)
  await visitor.goto('/confirm-email#not-a-link-that-was-sent')
  await main(visitor)
    .getByRole('button', { name: /^Resend/ })
    .click()
  await expect(main(visitor).getByText('Sent. Please check your inbox.')).toBeVisible()
})

test('shows an accessible banner without a layout shift', async ({ visitor }) => {
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

test('fits each digit of the code into its box with large text on a phone', async ({ visitor }) => {
  await visitor.goto('/verify-otp?email=ada%40wtpu.example')
  await expectLargeTextFits(visitor)
  await visitor.getByLabel('Verification code').pressSequentially('123456')
  const boxes = main(visitor).locator('form span', { hasText: /^\d$/ })
  await expect(boxes).toHaveCount(6)
  // A box at least as wide as the font size fits the widest digit.
  const spareWidth = await boxes.evaluateAll((all) =>
    all.map((element) => element.clientWidth - Number.parseFloat(getComputedStyle(element).fontSize)),
  )
  expect(Math.min(...spareWidth)).toBeGreaterThanOrEqual(0)
})

for (const write of mailedWrites) {
  test(`${write.name} survives failures`, async ({ visitor: page, baseURL }) => {
    await using mailbox = await openMailbox(baseURL)
    await expectToSurviveFailures(page, write, await write.prepare(page, mailbox))
  })
}
