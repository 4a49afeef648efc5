import type { Page } from '@playwright/test'
import { serverError, tooMany, unreachable, type Write } from '../failing-writes.ts'
import { fillShortSignUp, fillSignUpForm, register } from '../accounts.ts'
import { expect, send } from '../fixtures.ts'
import { liveCard } from '../polls.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function editProfile(page: Page) {
  await page.goto('/profile-settings')
  await button(page, 'Edit Profile').click()
  await page.getByLabel('Bio').fill('Writes compilers.')
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  await page.getByLabel('Choose picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
}

export const accountWrites: Write[] = [
  {
    name: 'the access code of the site',
    access: 'public',
    call: /\/site-access\/$/,
    prepare: async (page) => {
      await page.addInitScript(() => localStorage.removeItem('wtpu-authenticated'))
      await page.goto('/about')
      const code = page.getByLabel('Access Password', { exact: true })
      await code.fill('citizenship')
      const failed = 'Your password could not be checked. Check your connection and try again.'
      return {
        button: button(page, /^(Access Website|Verifying)/),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: () => expect(code).toHaveValue('citizenship'),
        done: () => expect(page.getByRole('banner')).toBeVisible(),
      }
    },
  },
  {
    name: 'sign-in',
    access: 'public',
    call: /\/token\/$/,
    prepare: async (page) => {
      const { email, password } = await register(page)
      // Links are right below the button.
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      const failed = 'Login failed. Please try again.'
      return {
        button: button(page, /^Sign(ing)? In/),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: async () => {
          await expect(page.getByLabel('Email')).toHaveValue(email)
          await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
        },
        done: () => expect(page).toHaveURL('/'),
      }
    },
  },
  {
    name: 'sign-up',
    access: 'public',
    call: /\/register\/$/,
    prepare: async (page) => {
      const { first_name, email, password, state } = await fillSignUpForm(page)
      const failed = 'Registration failed. Please try again.'
      return {
        button: button(page, /^Creat/),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: async () => {
          await expect(page.getByLabel('First name')).toHaveValue(first_name)
          await expect(page.getByLabel('Email')).toHaveValue(email)
          await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue(password)
          await expect(page.getByLabel('State')).toHaveValue(state)
          await expect(page.getByRole('checkbox', { name: /agree/i })).toBeChecked()
        },
        done: () => expect(page).toHaveURL('/'),
      }
    },
  },
  {
    name: 'sign-up below an answer of a visitor',
    access: 'public',
    call: /\/register\/$/,
    prepare: async (page) => {
      await page.goto('/')
      const card = liveCard(page)
      await card
        .getByRole('button', { name: /^Vote for/ })
        .first()
        .click()
      const form = card.locator('form')
      const { email, password, state } = await fillShortSignUp(form)
      const failed = 'Registration failed. Please try again.'
      return {
        button: form.getByRole('button', { name: /^Creat/ }),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: async () => {
          await expect(card.getByText('Not counted yet.')).toBeVisible()
          await expect(form.getByLabel('Email')).toHaveValue(email)
          await expect(form.getByLabel('Password', { exact: true })).toHaveValue(password)
          await expect(form.getByLabel('State')).toHaveValue(state)
          await expect(form.getByRole('checkbox')).toBeChecked()
        },
        done: async () => {
          await expect(card.getByText('Your answer was counted.')).toBeVisible()
          await expect(card.getByText('Yours', { exact: true })).toBeVisible()
        },
        rows: async () => {
          const { access } = await (
            await page.request.post('/auth/api/token/', { data: { username: email, password } })
          ).json()
          const headers = { authorization: `Bearer ${access}` }
          return (await (await page.request.get('/api/polls/my-votes/', { headers })).json()).length
        },
      }
    },
  },
  {
    name: 'a request for a reset code',
    access: 'public',
    call: /\/password_reset\/$/,
    prepare: async (page) => {
      const { email } = await register(page)
      await page.goto('/forgot-password')
      await page.getByLabel('Email').fill(email)
      return {
        button: button(page, /^Send/),
        says: {
          broken: 'Failed to send reset code',
          offline: `Failed to send reset code. ${unreachable}`,
          limited: tooMany,
        },
        kept: () => expect(page.getByLabel('Email')).toHaveValue(email),
        done: () => expect(heading(page, 'Verify Code')).toBeVisible(),
      }
    },
  },
  {
    name: 'a profile with a picture',
    call: /\/profile\/update\/$/,
    prepare: async (page) => {
      await editProfile(page)
      return {
        button: button(page, /^Sav(e Changes|ing)/),
        says: { broken: 'Failed to update profile. Please try again.', offline: unreachable, limited: tooMany },
        kept: async () => {
          await expect(page.getByLabel('Bio')).toHaveValue('Writes compilers.')
          await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
        },
        done: async () => {
          await expect(page.getByText('Your profile has been updated.', { exact: true }).first()).toBeVisible()
          await expect(page.getByRole('main').getByText('Writes compilers.')).toBeVisible()
          await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', /\/media\/avatars\//)
        },
      }
    },
  },
  {
    name: 'the setting of the email',
    call: /\/auth\/api\/account\/$/,
    toggles: true,
    prepare: async (page) => {
      await page.goto('/profile-settings')
      const box = page.getByRole('checkbox', { name: /Show my email/ })
      const failed = 'The setting could not be saved. Please try again.'
      return {
        button: box,
        says: { broken: failed, offline: failed, limited: failed },
        kept: () => expect(box).not.toBeChecked(),
        done: async () => {
          await expect(page.getByRole('main').getByText('Saved', { exact: true }).first()).toBeVisible()
          await expect(box).toBeChecked()
        },
      }
    },
  },
  {
    name: 'the district',
    call: /\/auth\/api\/account\/$/,
    prepare: async (page) => {
      await page.goto('/profile-settings')
      const state = page.getByLabel('State')
      const district = page.getByLabel('Congressional district')
      await state.selectOption('CO')
      await district.selectOption('3')
      const failed = 'The setting could not be saved. Please try again.'
      return {
        button: button(page, /^Sav(e District|ing)/),
        says: { broken: failed, offline: unreachable, limited: tooMany },
        kept: async () => {
          await expect(state).toHaveValue('CO')
          await expect(district).toHaveValue('3')
        },
        done: () => expect(page.getByRole('main').getByText('Saved', { exact: true }).first()).toBeVisible(),
      }
    },
  },
  {
    name: 'signing out other devices',
    call: /\/sessions\/end_others\/$/,
    prepare: async (page, { email, password }) => {
      await send(page, '/auth/api/token/', { username: email, password })
      await page.goto('/profile-settings')
      await button(page, 'Sign out everywhere else').click()
      const failed = 'The other devices could not be signed out. Please try again.'
      return {
        button: page.getByRole('dialog').getByRole('button', { name: 'Sign out other devices' }),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: () => expect(page.getByRole('dialog')).toBeVisible(),
        done: async () => {
          await expect(page.getByText('One other device was signed out.', { exact: true }).first()).toBeVisible()
          await expect(page.getByRole('dialog')).toHaveCount(0)
        },
      }
    },
  },
  {
    name: 'a download of one’s data',
    method: 'GET',
    call: /\/account\/data\/$/,
    prepare: async (page) => {
      await page.goto('/profile-settings')
      const failed = 'Your data could not be downloaded. Please try again.'
      const downloads: string[] = []
      page.on('download', (download) => downloads.push(download.suggestedFilename()))
      return {
        button: button(page, 'Download my data'),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: () => expect(button(page, 'Download my data')).toBeEnabled(),
        done: () => expect.poll(() => downloads).toEqual(['wtpu-my-data.json']),
      }
    },
  },
  {
    name: 'deleting one’s account',
    call: /\/account\/delete\/$/,
    prepare: async (page, { password }) => {
      await page.goto('/profile-settings')
      await button(page, 'Delete my account').click()
      const field = page.getByRole('dialog').getByLabel('Password', { exact: true })
      await field.fill(password)
      return {
        button: page.getByRole('button', { name: 'Delete forever' }),
        says: { broken: serverError, offline: unreachable, limited: tooMany },
        kept: () => expect(field).toHaveValue(password),
        done: async () => {
          await expect(page.getByText('Your account was deleted.', { exact: true }).first()).toBeVisible()
          await expect(page).toHaveURL('/')
        },
      }
    },
  },
]
