import type { Page } from '@playwright/test'
import { authorization, expect, newUser, send, test, tryAgain, uniqueNumber } from './fixtures.ts'
import { grantModerator } from './moderator.ts'
import {
  collectConsoleErrors,
  expectAccessible,
  expectLargeTextFits,
  expectNoHorizontalScroll,
  layoutShift,
  waitForContent,
} from './screen.ts'

const article = (page: Page) => page.getByRole('article').first()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const likeButton = (page: Page) => page.getByRole('button', { name: /^Like this discussion/ })
const menuButton = (page: Page) => page.getByRole('button', { name: 'More options for this discussion' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Your comment on this discussion' })
const missing = "The discussion you're looking for doesn't exist or has been removed."

async function choose(page: Page, name: string): Promise<void> {
  await menuButton(page).click()
  await page.getByRole('menuitem', { name }).click()
}

const newTitle = () => `Who pays for the bridge? ${uniqueNumber()}`

/** The button flips before the server has stored the like, so a reload at once could show the state before. */
async function untilLikeIsStored(page: Page, like: () => Promise<void>): Promise<void> {
  const stored = page.waitForResponse('**/api/forums/discussions/*/like/')
  await like()
  await stored
}

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

test('formats the description, and nothing moves while the page loads', async ({ citizen: page }) => {
  await openNewDiscussion(page, {
    description:
      '# Title\n\n**bold** *italic* `code`\n\n> quote\n\n- one\n- two\n\n```\ncode block\n```\n\nhttps://www.congress.gov <b>html</b> ![image](https://a.example/b.png) [bad](javascript:alert(1))',
  })
  const text = article(page)
  await expect(text.locator('strong')).toHaveText('bold')
  await expect(text.locator('blockquote')).toHaveText('quote')
  await expect(text.locator('pre')).toHaveText('code block')
  await expect(text.getByText('<b>html</b>')).toBeVisible()
  await expect(text.locator('b, img, h2, h3')).toHaveCount(0)
  await expect(text.getByRole('link', { name: 'https://www.congress.gov' })).toHaveAttribute(
    'rel',
    'nofollow ugc noopener',
  )
  await expect(text.getByText('[bad](javascript:alert(1))')).toBeVisible()
  await page.reload()
  await waitForContent(page)
  expect(await layoutShift(page)).toBeLessThan(0.05)
})

const repeat = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

for (const [name, description] of [
  ['1,000 nested quotes', `${'>'.repeat(1_000)} deep`],
  ['nested lists', repeat('> - 1. ', 19_000)],
  // New accounts may write two links, so these are none.
  ['thousands of addresses', repeat('[a](ftp://b.us) ', 19_000)],
  ['unclosed emphasis', repeat('*a _b **c ', 19_000)],
  ['20,000 backticks', `${'`'.repeat(19_000)} end`],
  ['HTML', repeat('<img src=x onerror=alert(1)><script>alert(1)</script>', 19_000)],
] as const) {
  test(`stays usable with ${name}`, async ({ citizen: page }) => {
    const errors = collectConsoleErrors(page)
    await openNewDiscussion(page, { description })
    await untilLikeIsStored(page, () => likeButton(page).click())
    await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')
    expect(errors).toEqual([])
  })
}

test('likes a discussion and takes the like back', async ({ citizen: page }) => {
  await openNewDiscussion(page)
  await untilLikeIsStored(page, () => likeButton(page).press('Space'))
  await expect(likeButton(page)).toContainText('(1 like)')
  await page.reload()
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')
  await likeButton(page).press('Enter')
  await expect(likeButton(page)).toContainText('(0 likes)')
})

test('reports a failed like and rolls it back', async ({ citizen: page }) => {
  await openNewDiscussion(page)
  const like = '**/api/forums/discussions/*/like/'
  await page.route(like, (route) => route.fulfill({ status: 500, json: { code: 'x', detail: '' } }))
  await likeButton(page).click()
  await expect(page.getByText('Action failed').first()).toBeVisible()
  await expect(page.getByText('Like failed').first()).toBeVisible()
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false')

  await page.unroute(like)
  await page.route(like, (route) => route.fulfill({ status: 403, json: { code: 'x', detail: 'Not allowed today.' } }))
  await likeButton(page).click()
  await expect(page.getByText('Not allowed today.').first()).toBeVisible()
})

test('keeps bookmarks and reports in this browser, using only the keyboard', async ({ citizen: page }) => {
  await page.goto('/forums/1')
  await waitForContent(page)
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Bookmark' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bookmark saved').first()).toBeVisible()
  await expect(menuButton(page)).toBeFocused()
  await page.reload()
  await expect(article(page).getByText('Bookmarked')).toBeVisible()
  await choose(page, 'Remove Bookmark')
  await expect(article(page).getByText('Bookmarked')).toHaveCount(0)

  await choose(page, 'Report Content')
  await page.getByRole('radio', { name: 'Spam' }).check()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('Thank you for your report').first()).toBeVisible()
  await menuButton(page).click()
  await expect(page.getByRole('menuitem', { name: 'Remove Report' })).toBeVisible()
})

test('the author edits a discussion, opens its history and deletes it', async ({ citizen: page }) => {
  const id = await openNewDiscussion(page)
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await choose(page, 'Edit')
  const form = page.getByRole('form', { name: 'Edit discussion' })
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Title' }).fill(`${title} Now`)
  await form.getByRole('textbox', { name: 'Description' }).fill('A *new* text')
  await form.getByRole('tab', { name: 'Write' }).press('ArrowRight')
  await expect(form.getByRole('tabpanel', { name: 'Preview' }).locator('em')).toHaveText('new')
  await form.getByRole('combobox', { name: 'Category' }).selectOption('Technology')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, `${title} Now`)).toBeFocused()
  await expect(article(page).locator('em')).toHaveText('new')
  await expect(article(page).getByRole('link', { name: 'Technology' })).toBeVisible()

  await page.getByRole('button', { name: /^edited/ }).click()
  const versions = page.getByRole('list', { name: 'Versions, newest first' })
  await expect(versions.getByText(title, { exact: true })).toBeVisible()
  await expect(versions.locator('strong')).toHaveText('bridge')
  await page.keyboard.press('Escape')

  await choose(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/forums')
  await expect(page.getByText('Discussion deleted').first()).toBeVisible()
  await expect(page.getByRole('link', { name: `${title} Now` })).toHaveCount(0)
  await page.goto(`/forums/${id}`)
  await expect(page.getByText(missing)).toBeVisible()
})

test('keeps an edit that the server rejects', async ({ citizen: page }) => {
  await openNewDiscussion(page)
  await choose(page, 'Edit')
  await page.getByRole('textbox', { name: 'Title' }).fill('A better title')
  await page.route('**/api/forums/discussions/*/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Update failed').first()).toBeVisible()
  await page.reload()
  await choose(page, 'Edit')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A better title')
})

test('a moderator locks and unlocks a discussion, which its readers see at once', async ({
  citizen: page,
  newMember,
}) => {
  const id = await openNewDiscussion(page)
  const { email } = newUser()
  const moderator = await newMember({ email })
  grantModerator(email)
  await moderator.goto(`/forums/${id}`)
  await choose(moderator, 'Lock discussion')
  const dialog = moderator.getByRole('dialog', { name: 'Lock this discussion?' })
  await expect(dialog.getByRole('button', { name: 'Lock' })).toBeDisabled()
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

for (const path of ['/forums/999999999', '/forums/abc', '/forums/0', '/forums/1.5']) {
  test(`says that there is no discussion at ${path}`, async ({ citizen: page }) => {
    await page.goto(path)
    await expect(heading(page, 'Forum Not Found')).toBeVisible()
    await expect(page.getByText(missing)).toBeVisible()
    await page.getByRole('link', { name: 'Back to Forums' }).click()
    await expect(page).toHaveURL('/forums')
  })
}

test('shows an error and loads again with Try Again', async ({ citizen: page }) => {
  await page.route('**/api/forums/discussions/1/', (route) => route.abort())
  await page.goto('/forums/1')
  await expect(page.getByText('Unable to Load Discussion').last()).toBeVisible()
  await expectAccessible(page)
  await tryAgain(page, '**/api/forums/discussions/1/')
  await expect(article(page)).toBeVisible()
})

test('the edit form is accessible and fits on phones and with large text', async ({ citizen: page }) => {
  await openNewDiscussion(page, { description: repeat('word ', 3_000) })
  await choose(page, 'Edit')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await expectLargeTextFits(page)
})
