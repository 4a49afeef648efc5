import { serverError, tooMany, unreachable, type Write } from '../failing-writes.ts'
import { expect } from '../fixtures.ts'
import { read } from '../forums.ts'
import { grantRole } from '../moderator.ts'

const says = { broken: serverError, offline: unreachable, limited: tooMany }

export const adminWrites: Write[] = [
  {
    name: 'publishing a page',
    method: 'PUT',
    call: /\/admin\/pages\/support\/$/,
    prepare: async (page, { email }) => {
      grantRole(email, 'admin')
      const countVersions = async () =>
        (await read<{ versions: unknown[] }>(page, '/api/pages/support/')).versions.length
      await page.goto('/admin')
      const pages = page.getByRole('region', { name: 'Pages' })
      await pages.getByRole('button', { name: 'Write: Support' }).click()
      const before = await countVersions()
      const text = pages.getByRole('textbox', { name: 'Text of Support' })
      await text.fill('## Write to us')
      return {
        button: pages.getByRole('button', { name: 'Publish' }),
        says,
        kept: () => expect(text).toHaveValue('## Write to us'),
        done: async () => {
          await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
          await expect(text).toHaveCount(0)
        },
        rows: async () => (await countVersions()) - before,
      }
    },
  },
  {
    name: 'deleting an account for its owner',
    call: /\/admin\/people\/\d+\/delete\/$/,
    prepare: async (page, { email }, newMember) => {
      grantRole(email, 'admin')
      const owner = await read<{ email: string }>(await newMember(), '/auth/api/account/')
      const find = async () => {
        const path = `/api/admin/people/?q=${encodeURIComponent(owner.email)}`
        return (await read<{ results: { username: string }[] }>(page, path)).results
      }
      const username = (await find())[0]?.username ?? ''
      await page.goto('/admin/people')
      await page.getByRole('searchbox', { name: 'Search' }).fill(owner.email)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `, ${username}` }).click()
      await page.getByRole('button', { name: /^Delete account/ }).click()
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('textbox')
      await field.fill(username)
      return {
        button: dialog.getByRole('button', { name: 'Delete forever' }),
        says,
        kept: () => expect(field).toHaveValue(username),
        done: async () => {
          await expect(page.getByText('The account was deleted', { exact: true }).first()).toBeVisible()
          await expect(dialog).toHaveCount(0)
        },
        rows: async () => 1 - (await find()).length,
      }
    },
  },
]
