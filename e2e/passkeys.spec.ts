import type { Page } from '@playwright/test'
import { main, signInByForm } from './accounts.ts'
import { expect, newIpAddress, newUser, passGate, signInAsNewUser, test } from './fixtures.ts'
import { grantModerator } from './moderator.ts'
import { startOwnSite } from './own-site.ts'
import { expectAccessible, expectNoViolations } from './screen.ts'

/** A virtual authenticator that checks the person by itself, like the lock of a phone. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Without it, the device waits for its owner. The login page asks it as soon as it opens. */
    answer: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    /** As a copy of the passkey has it that was made before the last uses. */
    async resetCounter() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 1 } })
      }
    },
  }
}

type Device = Awaited<ReturnType<typeof addDevice>>

async function addPasskey(page: Page, name: string) {
  await page.goto('/profile-settings#passkeys')
  await main(page).getByLabel('Name of the new passkey').fill(name)
  await page.keyboard.press('Enter')
}

const codesKept = (page: Page) => main(page).getByRole('button', { name: 'I have kept them' })
const passkeysOf = (page: Page) => main(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
const signedIn = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

async function openLogin(page: Page, device: Device) {
  await device.answer(false)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
}

async function signInByPasskey(page: Page, device: Device) {
  await openLogin(page, device)
  await device.answer(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
}

async function signOut(page: Page) {
  await page.goto('/profile-settings')
  await main(page).getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(signedIn(page)).toBeHidden()
}

test('passkeys of two devices are added at 390 px, sign in by keyboard, and one is removed', async ({ newMember }) => {
  const user = newUser()
  const page = await newMember(user)
  // Other members need a confirmed email first.
  await grantModerator(page, user.email)
  await page.setViewportSize({ width: 390, height: 844 })
  const phone = await addDevice(page)
  await addPasskey(page, 'My phone')
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused()
  await expect(main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await codesKept(page).press('Enter')
  await expect(passkeysOf(page)).toContainText(['My phone'])

  await signOut(page)
  await openLogin(page, phone)
  await expectAccessible(page)
  await signInByPasskey(page, phone)
  await expect(signedIn(page)).toBeVisible()
  await page.goto('/profile-settings#passkeys')
  await expect(passkeysOf(page)).toContainText(['Last used'])

  await addPasskey(page, 'Again')
  await expect(main(page).getByText('This device has a passkey of your account already.')).toBeVisible()
  await phone.remove()
  const laptop = await addDevice(page)
  await addPasskey(page, 'My laptop')
  await expect(passkeysOf(page)).toContainText(['My phone', 'My laptop'])
  await expectAccessible(page)

  await main(page).getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }).click()
  await expect(passkeysOf(page)).toHaveCount(1)
  await signOut(page)
  await signInByPasskey(page, laptop)
  await expect(page.getByText('This site does not know this passkey any more.', { exact: false })).toBeVisible()
  await expectAccessible(page)
})

test('the field of the email offers passkeys, and a copied passkey is refused', async ({ newMember }) => {
  const user = newUser()
  const page = await newMember(user)
  await grantModerator(page, user.email)
  const device = await addDevice(page)
  await addPasskey(page, 'My key')
  await codesKept(page).click()
  await expect(passkeysOf(page)).toHaveCount(1)
  await signOut(page)

  await page.goto('/login')
  await expect(signedIn(page)).toBeVisible()
  await signOut(page)

  await device.resetCounter()
  await signInByPasskey(page, device)
  await expect(page.getByText('Another device seems to have a copy of this passkey', { exact: false })).toBeVisible()
})

test('an admin needs a second step first, and after a sign-in by password the passkey again', async ({ browser }) => {
  await using site = await startOwnSite('passkeys', { STAFF_NEED_SECOND_FACTOR: 'true' })
  const { baseURL } = site
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() } })
  await passGate(context)
  const user = await signInAsNewUser(context, baseURL)
  const granted = await site.run('server/src/cli/admin.ts', 'grant', user.email, 'admin')
  expect(granted.code, granted.output).toBe(0)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const device = await addDevice(page)

  for (const address of ['/admin', '/moderation']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Set up your second step first' })).toBeVisible()
    await expectAccessible(page)
  }
  await main(page).getByRole('link', { name: 'Set it up' }).press('Enter')
  await expect(main(page).getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await addPasskey(page, 'My key')
  await codesKept(page).click()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()

  // A sign-in by password alone proves nothing any more.
  await signOut(page)
  await device.answer(false)
  await signInByForm(page, user.email, user.password)
  await expect(signedIn(page)).toBeVisible()
  await page.goto('/admin')
  await main(page).getByRole('button', { name: 'Continue' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page, '[role="dialog"]')
  await device.answer(true)
  await dialog.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await context.close()
})
