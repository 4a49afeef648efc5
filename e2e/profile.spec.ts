import { heading, main, signInByForm } from './accounts.ts'
import { expect, newUser, signInAsNewUser, test, uniqueNumber } from './fixtures.ts'
import { expectNoHorizontalScroll } from './screen.ts'

test('edits name, bio and picture, and another user sees and follows the profile', async ({ citizen, newMember }) => {
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
  await expect(image).toHaveAttribute('src', /\/media\/avatars\/[0-9a-f-]+-64\.jpg$/)
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(64)
  await citizen.reload()
  await expect(main(citizen).getByText('Writes compilers.')).toBeVisible()

  await citizen.getByRole('link', { name: 'See what others see' }).click()
  await expect(heading(citizen, /Grace Hopper/)).toBeVisible()
  await expect(main(citizen).getByText('visible only to you')).toBeVisible()
  const address = citizen.url()
  const other = await newMember()
  await other.goto(address)
  await expect(heading(other, /Grace Hopper/)).toBeVisible()
  await expect(main(other).getByText(/@outlook\.com/)).toHaveCount(0)
  // The button changes before the server has answered, and the reload below would end the request.
  const followed = other.waitForResponse((response) => response.url().includes('/api/boilerroom/follow/'))
  await other.getByRole('button', { name: 'Follow Grace Hopper' }).click()
  await followed
  await expect(other.getByRole('button', { name: 'Unfollow Grace Hopper' })).toBeVisible()
  await expect(main(other).getByText(/^1$/)).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Unfollow Grace Hopper' })).toBeVisible()

  await citizen.goto('/profile-settings')
  await citizen.getByText('Show my email on my public profile').click()
  await expect(main(citizen).getByText('Saved', { exact: true })).toBeVisible()
  await citizen.getByRole('link', { name: 'See what others see' }).click()
  await expect(main(citizen).getByRole('link', { name: /@outlook\.com/ })).toBeVisible()
  await other.reload()
  await expect(main(other).getByRole('link', { name: /@outlook\.com/ })).toBeVisible()
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

test('wraps long names and emails without spaces instead of widening the page', async ({
  visitor,
  context,
  baseURL,
}) => {
  const long = 'w'.repeat(60)
  await visitor.goto(`/verify-otp?email=${long}%40wtpu.example`)
  await expectNoHorizontalScroll(visitor)
  await signInAsNewUser(context, baseURL!, { last_name: long, email: `${long}${uniqueNumber()}@wtpu.example` })
  await visitor.goto('/profile-settings')
  await expect(visitor.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expectNoHorizontalScroll(visitor)
  await visitor.getByRole('link', { name: 'See what others see' }).click()
  await expect(heading(visitor, /w{60}/)).toBeVisible()
  await expectNoHorizontalScroll(visitor)
})

test('signs out other devices, downloads the data, and deletes the account so that its email can be reused', async ({
  newContext,
  visitor,
  baseURL,
}) => {
  const device = await newContext()
  const { email, password } = await signInAsNewUser(device, baseURL!)
  const other = await device.newPage()
  await other.goto('/polls')
  await signInByForm(visitor, email, password)
  await expect(visitor).toHaveURL('/')
  await visitor.goto('/profile-settings')
  await visitor.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await visitor.getByRole('button', { name: 'Sign out other devices' }).click()
  await expect(visitor.getByText('One other device was signed out.', { exact: true })).toBeVisible()
  // Its live stream asks who it is, and finds the session ended.
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
    data: { ...newUser(), email, password, confirm_password: password },
  })
  expect(again.status()).toBe(201)
})

test('leads to the sections of the settings by keyboard, and marks the one that is read', async ({ citizen }) => {
  await citizen.goto('/profile-settings')
  const navigation = citizen.getByRole('navigation', { name: 'Settings' })
  const current = navigation.locator('[aria-current]')
  await expect(current).toHaveText('Profile')

  await navigation.getByRole('link', { name: 'Signed-in devices' }).focus()
  await citizen.keyboard.press('Enter')

  await expect(citizen.getByRole('region', { name: 'Signed-in devices' })).toBeFocused()
  await expect(citizen.getByRole('heading', { name: 'Signed-in devices' })).toBeInViewport()
  await expect(current).toHaveText('Signed-in devices')
})
