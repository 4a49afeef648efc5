import type { Page } from '@playwright/test'
import { authorization, expect, send, test, uniqueNumber } from './fixtures.ts'
import { newModerator } from './moderator.ts'
import {
  collectConsoleErrors,
  expectAccessible,
  expectLargeTextFits,
  expectNoHorizontalScroll,
  waitForContent,
} from './screen.ts'

const article = (page: Page) => page.getByRole('article').first()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const menuButton = (page: Page) => page.getByRole('button', { name: 'More options for this discussion' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Your comment on this discussion' })

async function choose(page: Page, name: string): Promise<void> {
  await menuButton(page).click()
  await page.getByRole('menuitem', { name }).click()
}

const newTitle = () => `Who pays for the bridge? ${uniqueNumber()}`

/** Starts a discussion without the dialog. */
async function startDiscussion(page: Page, over: { title?: string; description?: string } = {}): Promise<number> {
  const tags = await page.request.get('/api/forums/tags/?limit=1', { headers: authorization(page) })
  const [{ id: tagId }]: [{ id: number }] = await tags.json()
  const { id } = await send(page, '/api/forums/discussions/', {
    title: newTitle(),
    description: 'The **bridge** is old.\n\n> Everybody uses it.\n\nSo who pays?',
    category: 'Environment',
    tag_ids: [tagId],
    ...over,
  })
  return id
}

async function openNewDiscussion(page: Page, over: { description?: string } = {}): Promise<number> {
  const id = await startDiscussion(page, over)
  await page.goto(`/forums/${id}`)
  await waitForContent(page)
  return id
}

test('opens a discussion from the list, and links to its category, tags and author', async ({ citizen: page }) => {
  const errors = collectConsoleErrors(page)
  const title = newTitle()
  await startDiscussion(page, { title })
  await page.goto('/forums')
  const card = page.getByRole('article').filter({ hasText: title })
  await card.getByRole('heading').getByRole('link').click()
  await expect(heading(page, title)).toBeFocused()
  await expect(page).toHaveTitle(`${title} | WTPU`)
  const path = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(path.getByText(title)).toHaveAttribute('aria-current', 'page')
  const url = page.url()

  await path.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/forums\?category=\d+$/)
  await page.goto(url)
  await article(page).getByRole('list', { name: 'Tags' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/forums\?tag=\d+$/)
  await page.goto(url)
  await article(page).locator('a[href^="/user/"]:visible').last().click()
  await expect(page).toHaveURL(/\/user\/\d+$/)
  expect(errors).toEqual([])
})

const repeat = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

test('a moderator locks and unlocks a discussion, which its readers see at once', async ({
  citizen: page,
  newMember,
}) => {
  const id = await openNewDiscussion(page)
  const moderator = await newModerator(newMember)
  await moderator.goto(`/forums/${id}`)
  await choose(moderator, 'Lock discussion')
  const dialog = moderator.getByRole('dialog', { name: 'Lock this discussion?' })
  await dialog.getByRole('button', { name: 'Lock' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Guideline' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'Guideline' }).selectOption('1')
  await dialog.getByRole('textbox', { name: 'Sentence to the author' }).fill('Off topic')
  await dialog.getByRole('button', { name: 'Lock' }).click()
  await expect(moderator.getByText('Discussion locked').first()).toBeVisible()

  await expect(article(page).getByText('Locked')).toBeVisible()
  await expect(comment(page)).toHaveCount(0)
  await menuButton(page).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await choose(moderator, 'Unlock discussion')
  await expect(moderator.getByText('Discussion unlocked').first()).toBeVisible()
  await expect(comment(page)).toBeVisible()
})

test('quotes selected text and the whole description in a comment', async ({ citizen: page }) => {
  await openNewDiscussion(page)
  await comment(page).fill('I disagree.')
  await page.locator('blockquote').click({ clickCount: 3 })
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(comment(page)).toHaveValue('I disagree.\n\n> Everybody uses it.\n\n')
  await expect(comment(page)).toBeFocused()

  await comment(page).fill('')
  await choose(page, 'Quote in reply')
  await expect(comment(page)).toBeFocused()
  await expect(comment(page)).toHaveValue('> The **bridge** is old.\n>\n> > Everybody uses it.\n>\n> So who pays?\n\n')
})

test('the edit form is accessible and fits on phones and with large text', async ({ citizen: page }) => {
  await openNewDiscussion(page, { description: repeat('word ', 3_000) })
  await choose(page, 'Edit')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await expectLargeTextFits(page)
})
