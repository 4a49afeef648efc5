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
]
