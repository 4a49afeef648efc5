import { expect, newUser, test, uniqueNumber } from './fixtures.ts'
import { grantRole } from './moderator.ts'
import { collectConsoleErrors, expectAccessible, expectNoHorizontalScroll, expectNoViolations } from './screen.ts'
import { visitStates } from './states.ts'

test('an admin uploads a list, sends a ballot paper and sees what became of its mails', async ({ newMember }) => {
  // Axe is slow on a busy machine.
  test.slow()
  const { email } = newUser()
  const page = await newMember({ email })
  await grantRole(page, email, 'admin')
  const errors = collectConsoleErrors(page)
  const expectFine = async () => {
    await expectAccessible(page)
    for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)
  }
  const name = `Rowing club ${uniqueNumber()}`
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Circles' }).click()
  await page.getByRole('textbox', { name: 'New circle' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const people = Array.from({ length: 40 }, (_, n) => `rower${n}@${uniqueNumber()}.example,Rower ${n},North`)
  const csv = ['email,name,group', ...people, people[0], 'nobody,No One,North'].join('\n')
  await page.getByLabel('New list').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check' }).click()
  const checked = page.getByRole('heading', { name: 'The new list has 40 people' })
  await expect(checked).toBeVisible()
  await expect(page.getByText('1 doubled: line 42 as line 2.')).toBeVisible()
  await expect(page.getByText('Line 43:')).toBeVisible()
  await expect(page.getByText('0 people.')).toBeVisible()
  await expectFine()
  await page.getByRole('button', { name: 'Replace the list' }).click()
  await expect(page.getByRole('heading', { name: 'The list was replaced' })).toBeFocused()
  await expect(page.getByText('40 people.')).toBeVisible()

  await page.getByRole('textbox', { name: 'Title' }).fill('Dues and boats')
  await page
    .getByRole('textbox', { name: 'Questions' })
    .fill('Raise the dues?\nYes\nNo\nNot sure\n\nBuy a boat?\nYes\nNo')
  await page.getByRole('textbox', { name: 'Quorum' }).fill('half')
  await page.getByLabel('Closes on').fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Quorum' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Quorum' }).fill('10%')
  await page.getByRole('button', { name: 'Save as a draft' }).press('Enter')
  const draft = page.getByRole('heading', { name: 'Dues and boats' })
  await expect(draft).toBeFocused()
  await expect(draft).toBeInViewport()
  await expect(page.getByText('It goes to 40 people: 40 by mail.')).toBeVisible()
  await expect(page.getByText('Quorum: 10%.')).toBeVisible()
  await expectFine()

  await page.getByRole('button', { name: 'Send it' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send it' }).press('Enter')
  await expect(draft).toBeFocused()
  await expect(page.getByRole('link', { name: 'Buy a boat?' })).toBeVisible()
  await page.getByText('People it was sent to').press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Rower 0' })).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Rower 39' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/ballots-\d+\.csv$/)
  await expectFine()
  expect(errors).toEqual([])

  const { pathname } = new URL(page.url())
  for (const path of ['/admin/circles', pathname])
    await visitStates(page, path, (state) =>
      test.step(`${path}, ${state}`, async () => {
        await expect(page.locator('h1')).toBeVisible()
        await expectNoViolations(page, 'main')
      }),
    )
})
