import type { Page } from '@playwright/test'
import { expect, send, test, uniqueNumber } from './fixtures.ts'
import {
  collectConsoleErrors,
  expectAccessible,
  expectLargeTextFits,
  expectNoHorizontalScroll,
  restingTop,
  waitForContent,
} from './screen.ts'

/** Starts a discussion without opening it. */
async function startDiscussion(page: Page): Promise<number> {
  const body = { title: `A question ${uniqueNumber()}`, description: 'What do you think?', category: 'General' }
  return (await send(page, '/api/forums/discussions/', body)).id
}

const comment = async (page: Page, discussion: number, content: string, parent?: number) =>
  (await send(page, `/api/forums/discussions/${discussion}/comments/`, { content, parent })).id

const replies = (page: Page) => page.getByRole('region', { name: /^Replies/ })
const row = (page: Page, text: string) => replies(page).getByRole('article', { name: text })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Your comment on this discussion' })

test('posts, replies, edits and deletes', async ({ citizen: page }) => {
  const errors = collectConsoleErrors(page)
  const id = await startDiscussion(page)
  await page.goto(`/forums/${id}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await composer(page).fill('A **bold** comment')
  await page.reload()
  await expect(composer(page)).toHaveValue('A **bold** comment')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(row(page, 'A bold comment')).toBeFocused()
  await expect(row(page, 'A bold comment').locator('strong')).toHaveText('bold')
  await expect(composer(page)).toHaveValue('')

  await row(page, 'A bold comment')
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await page.getByRole('textbox', { name: 'Replying to Casey Walker' }).fill('A reply')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(row(page, 'A reply')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Replies (2)' })).toBeVisible()

  await row(page, 'A reply')
    .getByRole('button', { name: /^More options/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit your comment' }).fill('A better reply')
  await page.getByRole('button', { name: 'Save' }).click()
  await row(page, 'A better reply')
    .getByRole('button', { name: /^edited/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Edit history' }).getByText('A reply')).toBeVisible()
  await page.keyboard.press('Escape')

  await row(page, 'A bold comment')
    .getByRole('button', { name: /^More options/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Removed by its author', { exact: true })).toBeVisible()
  await row(page, 'A better reply')
    .getByRole('button', { name: /^More options/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No replies yet')).toBeVisible()
  expect(errors).toEqual([])
})

test('new comments of others wait, and what is read does not move', async ({ citizen: page, newMember }) => {
  const id = await startDiscussion(page)
  const first = await comment(page, id, 'First')
  await page.goto(`/forums/${id}`)
  await expect(row(page, 'First')).toBeVisible()
  await waitForContent(page)
  const before = await restingTop(row(page, 'First'))
  const other = await newMember({ last_name: 'Reader' })
  await comment(other, id, 'Second')
  await comment(other, id, 'An answer', first)

  const banner = page.getByRole('button', { name: '2 new comments' })
  await expect(banner).toBeVisible()
  await expect.poll(() => restingTop(row(page, 'First'))).toBe(before)
  await banner.click()
  await expect(row(page, 'Second')).toBeFocused()
  await expect(row(page, 'An answer')).toBeVisible()
})

test('finds new comments without the live stream', async ({ citizen: page, newMember }) => {
  await page.route('**/api/live/**', (route) => route.abort())
  const id = await startDiscussion(page)
  await comment(page, id, 'First')
  await page.goto(`/forums/${id}`)
  await expect(row(page, 'First')).toBeVisible()
  const other = await newMember({ last_name: 'Reader' })
  await comment(other, id, 'Second')
  await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible()
})

test('a refetch never moves what is read, even if a comment above becomes longer', async ({ citizen: page }) => {
  await page.route('**/api/live/**', (route) => route.abort())
  const id = await startDiscussion(page)
  const ids: number[] = []
  for (let number = 1; number <= 12; number++) ids.push(await comment(page, id, `Comment number ${number}.`))
  await page.goto(`/forums/${id}`)
  await waitForContent(page)
  await row(page, 'Comment number 3.').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await restingTop(row(page, 'Comment number 3.'))
  const content = `${'One more line.\n\n'.repeat(10)}The last line.`
  await send(page, `/api/forums/comments/${ids[6]}/`, { content }, 'PATCH')
  await expect(replies(page).getByText('The last line.')).toHaveCount(1)
  // Browsers correct the scroll position once per frame.
  await expect.poll(async () => Math.abs((await restingTop(row(page, 'Comment number 3.'))) - before)).toBeLessThan(2)
})

test('a permalink opens its comment, also on a later page', async ({ citizen: page, newMember }) => {
  const id = await startDiscussion(page)
  const ids: number[] = []
  for (let number = 1; number <= 13; number++) ids.push(await comment(page, id, `Comment number ${number}.`))
  const other = await newMember()
  for (let number = 14; number <= 26; number++) ids.push(await comment(other, id, `Comment number ${number}.`))
  await comment(other, id, 'An answer.', ids[2])
  await page.goto(`/forums/${id}?comment=${ids[20]}&sort=newest`)
  await expect(row(page, 'Comment number 21.')).toBeFocused()
  await expect(row(page, 'Comment number 21.')).toBeInViewport()
  await expect(row(page, 'Comment number 26.')).toBeVisible()

  await page.goto(`/forums/${id}?comment=${ids[2]}&sort=newest`)
  await expect(row(page, 'Comment number 3.')).toBeFocused()
  await expect(row(page, 'Comment number 3.').getByText('Linked comment')).toBeVisible()
  await expect(row(page, 'An answer.')).toBeVisible()
  await expect(row(page, 'Comment number 26.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to all replies' }).click()
  await expect(row(page, 'Comment number 26.')).toBeVisible()

  await page.goto(`/forums/${id}?comment=2000000000`)
  await expect(page.getByText('This comment doesn’t exist or has been removed.')).toBeVisible()
  await expect(row(page, 'Comment number 26.')).toBeVisible()
})

test('nested replies are accessible, and fit narrow screens and large text', async ({ citizen: page }) => {
  const id = await startDiscussion(page)
  let parent: number | undefined
  for (let level = 1; level <= 5; level++) parent = await comment(page, id, `Level ${level}: ${'W'.repeat(80)}`, parent)
  await page.goto(`/forums/${id}?comment=${parent}`)
  await expectAccessible(page)
  await page.goto(`/forums/${id}`)
  await row(page, 'Level 4')
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await expectLargeTextFits(page)
})
