import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectNoHorizontalScroll } from './screen.ts'

test('a member reads what groups agree on, opens a poll by groups, and leaves the computation', async ({ citizen }) => {
  await citizen.goto('/common-ground')
  await expect(citizen.getByRole('heading', { name: '3 groups' })).toBeVisible()
  const agree = citizen.getByRole('region', { name: 'Where we agree' })
  await expect(agree.getByRole('link', { name: 'Should Election Day be a public holiday?' })).toBeVisible()
  const differ = citizen.getByRole('region', { name: 'Where we differ' })
  await expect(differ.getByRole('link')).toHaveCount(5)
  for (const width of [320, 768, 1280]) {
    await citizen.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(citizen)
  }

  await expect(citizen.getByText('You are in no group yet')).toBeVisible()
  await agreeLink(citizen).click()
  const results = citizen.getByRole('tablist', { name: 'Results' })
  await results.getByRole('tab', { name: 'All voters' }).focus()
  await citizen.keyboard.press('ArrowRight')
  await expect(citizen.getByText('Common ground: a majority of each group chose the same option.')).toBeVisible()

  await citizen.goto('/profile-settings')
  const saved = citizen.waitForResponse(
    (response) => response.url().endsWith('/auth/api/account/') && response.request().method() === 'POST',
  )
  const takesPart = citizen.getByRole('checkbox', { name: 'Count my votes in Common Ground' })
  await takesPart.click()
  await expect(takesPart).not.toBeChecked()
  await saved
  await citizen.goto('/common-ground')
  await expect(citizen.getByText('Your votes do not take part in Common Ground.')).toBeVisible()
})

const agreeLink = (page: Page) =>
  page
    .getByRole('region', { name: 'Where we agree' })
    .getByRole('link', { name: 'Should Election Day be a public holiday?' })
