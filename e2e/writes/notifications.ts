import type { Page } from '@playwright/test'
import type { Write } from '../failing-writes.ts'
import { expect } from '../fixtures.ts'
import { read } from '../forums.ts'

const settingsOf = (page: Page) => read<{ digest: boolean }>(page, '/api/notifications/settings/')

export const notificationWrites: Write[] = [
  {
    name: 'the setting of the weekly digest',
    method: 'PATCH',
    call: /\/notifications\/settings\/$/,
    toggles: true,
    prepare: async (page) => {
      await page.goto('/profile-settings/notifications')
      const box = page.getByRole('switch', { name: 'Send me the weekly digest' })
      await expect(box).not.toBeChecked()
      const failed = 'The setting could not be saved. Please try again.'
      return {
        button: box,
        says: { broken: failed, offline: failed, limited: failed },
        kept: () => expect(box).not.toBeChecked(),
        done: async () => {
          await expect(box).toBeChecked()
          await expect.poll(async () => (await settingsOf(page)).digest).toBe(true)
        },
      }
    },
  },
  {
    name: 'following an official',
    call: /\/politicians\/\d+\/follow\/$/,
    toggles: true,
    prepare: async (page) => {
      await page.goto('/politicians/17')
      const follow = page.getByRole('main').getByRole('button', { name: /^(Follow|Unfollow) / })
      const failed = 'Your choice could not be saved. Please try again.'
      return {
        button: follow,
        says: { broken: failed, offline: failed, limited: 'Too many attempts. Please try again later.' },
        kept: () => expect(follow).toHaveText(/^Follow/),
        done: () => expect(follow).toHaveText(/^Unfollow/),
        rows: async () => (await read<number[]>(page, '/api/politicians/following/')).length,
      }
    },
  },
]
