import type { Page } from '@playwright/test'
import { main } from '../accounts.ts'
import { tooMany, type Write } from '../failing-writes.ts'
import { expect, uniqueNumber } from '../fixtures.ts'

const failed = 'Google login failed. Please try again.'
const says = { broken: failed, offline: failed, limited: tooMany }
const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** Signs in with Google once and out again. From then on, Google redirects back without a question. */
async function useGoogleOnce(page: Page): Promise<void> {
  await page.goto('/login')
  await google(page).click()
  await page.getByPlaceholder('Enter any login').fill(`grace${uniqueNumber()}`)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/profile-settings')
  await main(page).getByRole('button', { name: 'Sign Out' }).click()
  // Home becomes the route to return to once it is shown, which is a moment after the URL changes.
  await expect(page.getByRole('heading', { level: 1, name: 'Citizenship Before Partisanship' })).toBeVisible()
}

export const googleWrites: Write[] = [
  {
    name: 'the start of a sign-in with Google',
    access: 'public',
    call: /\/google\/start\/$/,
    prepare: async (page) => {
      await page.goto('/login')
      await page.getByLabel('Email').fill('grace@wtpu.example')
      return {
        button: google(page),
        says,
        kept: () => expect(page.getByLabel('Email')).toHaveValue('grace@wtpu.example'),
        done: () => expect(page.getByPlaceholder('Enter any login')).toBeVisible(),
      }
    },
  },
  {
    name: 'the end of a sign-in with Google',
    access: 'public',
    call: /\/api\/google\/$/,
    opensPage: true,
    prepare: async (page) => {
      await useGoogleOnce(page)
      await page.goto('/login')
      return {
        button: google(page),
        says,
        kept: async () => {
          await expect(page).toHaveURL('/login')
          await expect(page.getByText('Signing you in with Google…')).toHaveCount(0)
          await expect(google(page)).toBeEnabled()
        },
        done: async () => {
          await expect(page).toHaveURL('/')
          await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
        },
      }
    },
  },
]
