import { serverError, tooMany, unreachable, type Write } from '../failing-writes.ts'
import { register } from '../accounts.ts'
import { expect, newIpAddress, send } from '../fixtures.ts'
import { read } from '../forums.ts'
import { grantRole } from '../moderator.ts'

const says = { broken: serverError, offline: unreachable, limited: tooMany }

export const adminWrites: Write[] = [
  {
    name: 'publishing a page',
    method: 'PUT',
    call: /\/admin\/pages\/support\/$/,
    prepare: async (page, { email }) => {
      await grantRole(page, email, 'admin')
      const countVersions = async () =>
        (await read<{ versions: unknown[] }>(page, '/api/pages/support/')).versions.length
      await page.goto('/admin')
      const pages = page.getByRole('region', { name: 'Pages' })
      await pages.getByRole('heading', { name: 'Pages' }).click()
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
      await grantRole(page, email, 'admin')
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
  {
    name: 'suspending accounts from one network',
    call: /\/admin\/people\/suspend\/$/,
    prepare: async (page, { email }) => {
      await grantRole(page, email, 'admin')
      const network = newIpAddress()
      const [{ email: found }] = [await register(page, network), await register(page, network)]
      await page.goto('/admin/people')
      await page.getByRole('searchbox', { name: 'Search' }).fill(found)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Details/ }).click()
      await page.getByRole('button', { name: /^See them/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Choose all' }).click()
      await dialog.getByLabel('Guideline').selectOption({ index: 7 })
      const sentence = dialog.getByLabel('Sentence to the author')
      await sentence.fill('The same advertisement from several accounts.')
      return {
        button: dialog.getByRole('button', { name: /^Suspend 2 accounts/ }),
        says,
        kept: async () => {
          await expect(sentence).toHaveValue('The same advertisement from several accounts.')
          await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
        },
        done: async () => {
          await expect(page.getByText('Suspended: 2 accounts', { exact: true }).first()).toBeVisible()
          await expect(dialog).toHaveCount(0)
        },
      }
    },
  },
  {
    name: 'after how many years accounts are deleted',
    method: 'PUT',
    call: /\/admin\/retention\/$/,
    prepare: async (page, { email }) => {
      await grantRole(page, email, 'admin')
      const path = '/api/admin/retention/'
      await send(page, path, { years: null }, 'PUT')
      await page.goto('/admin')
      await page.getByRole('heading', { name: 'Accounts without activity' }).click()
      const choice = page.getByLabel('Delete accounts without activity')
      await choice.selectOption('10')
      await choice.locator('xpath=ancestor::form').getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog')
      return {
        button: dialog.getByRole('button', { name: /^(Delete after warnings|Saving)/ }),
        says,
        kept: () => expect(dialog).toBeVisible(),
        done: async () => {
          await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
          await expect(dialog).toHaveCount(0)
          expect((await read<{ years: number | null }>(page, path)).years).toBe(10)
          await send(page, path, { years: null }, 'PUT')
        },
      }
    },
  },
]
