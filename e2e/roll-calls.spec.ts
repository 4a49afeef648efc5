import { expect, test } from './fixtures.ts'

test('goes from the district in the settings to a representative’s votes and to a roll call, by keyboard', async ({
  citizen,
}) => {
  await citizen.goto('/profile-settings')
  await citizen.getByLabel('Congressional district').selectOption({ index: 1 })
  await citizen.getByRole('button', { name: 'Save District' }).press('Enter')
  await expect(citizen.getByText('Saved')).toBeVisible()

  await citizen.goto('/dashboard')
  await citizen
    .getByRole('link', { name: /^All votes of/ })
    .first()
    .press('Enter')
  const table = citizen.getByRole('region', { name: 'Table of voting records' })
  await citizen.getByLabel('Category').selectOption('Passage')
  await expect(table.getByRole('cell', { name: 'Passage' }).first()).toBeVisible()
  await expect(table.getByRole('cell', { name: 'Procedure' })).toHaveCount(0)

  await table.getByRole('link').first().press('Enter')
  await expect(citizen).toHaveURL(/\/roll-calls\/\d+$/)
  await citizen.getByLabel('Vote', { exact: true }).selectOption('No')
  const members = citizen.getByRole('region', { name: 'Members and their votes' })
  await expect(members.getByRole('cell', { name: 'No', exact: true }).first()).toBeVisible()
  await expect(members.getByRole('cell', { name: 'Yes', exact: true })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows voting records in two lines that need no scrolling, and still as a table', async ({ citizen }) => {
    await citizen.goto('/politicians/4?tab=records')
    const table = citizen.getByRole('region', { name: 'Table of voting records' })
    const row = table.getByRole('row').nth(1)
    await expect(row.getByRole('cell')).toHaveCount(4)
    const isWide = await table.evaluate((element) => element.scrollWidth > element.clientWidth)
    expect(isWide).toBe(false)
  })
})
