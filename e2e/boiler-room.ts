import type { Locator, Page } from '@playwright/test'
import { expect, uniqueNumber } from './fixtures.ts'

export const composer = (page: Page) => page.getByRole('form', { name: 'New post' })
export const textBox = (page: Page) => composer(page).getByRole('textbox', { name: 'Write a post' })
export const cards = (page: Page) => page.getByRole('article')
export const cardWith = (page: Page, text: string) => cards(page).filter({ hasText: text })
export const published = (page: Page) => page.getByText('Your post has been published!').first()

/** A text that no other test posts. */
export const uniqueText = (text: string) => `${text} ${uniqueNumber()}`

export async function publish(page: Page, text: string): Promise<Locator> {
  await textBox(page).fill(text)
  await composer(page).getByRole('button', { name: 'Post', exact: true }).click()
  const card = cardWith(page, text)
  await expect(card).toHaveCount(1)
  return card
}
