import type { Locator, Page } from '@playwright/test'
import { pollMenu } from './polls.ts'
import { composer } from './boiler-room.ts'
import { authorization, expect, test } from './fixtures.ts'
import { drawImage } from './media.ts'
import { expectNoHorizontalScroll, expectNoViolations, waitForContent } from './screen.ts'

/** Dialogs, menus, tooltips, toasts and first steps: both engines, axe in both themes. */

test.describe.configure({ mode: 'parallel' })
// Axe is slow on a busy machine.
test.slow()

const phone = { width: 390, height: 844 }
const dialog = (page: Page) => page.getByRole('dialog')
/** What is behind an open dialog or menu is hidden, and checked in accessible.spec.ts. */
const inDialog = '[role="dialog"]'
const inMenu = '[role="menu"]'
const menu = (page: Page) => page.getByRole('menu')
const toast = (page: Page) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .first()

async function visit(page: Page, path: string): Promise<void> {
  // Without the animations that move an opened menu below the pointer.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  await waitForContent(page)
}

/** Opens something, checks it, and closes it with Escape. */
async function check(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await opener.click()
  await expect(opened.first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoViolations(page, (await page.locator(inDialog).count()) > 0 ? inDialog : inMenu)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
}

test('the menus of the header', async ({ memberReader: page }) => {
  await visit(page, '/guidelines')
  await check(page, page.getByRole('button', { name: /^Account menu/ }), menu(page))
  await page.setViewportSize(phone)
  await check(page, page.getByRole('button', { name: 'Open menu' }), dialog(page))
})

test('the menu of a visitor', async ({ reader: page }) => {
  await page.setViewportSize(phone)
  await visit(page, '/guidelines')
  await check(page, page.getByRole('button', { name: 'Open menu' }), dialog(page))
})

test('the dialogs of new polls with errors', async ({ citizen: page }) => {
  for (const name of ['Create Poll', 'Schedule Poll']) {
    await visit(page, '/polls')
    await page.getByRole('button', { name, exact: true }).click()
    await dialog(page).getByRole('button', { name }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expectNoViolations(page, inDialog)
    const usual = page.viewportSize()!
    await expectNoHorizontalScroll(page)
    await page.setViewportSize(usual)
  }
})

test('the menu and the dialogs of polls, also of a failed vote', async ({ memberReader: page }) => {
  await visit(page, '/polls')
  await check(page, pollMenu(page), menu(page))
  for (const name of ['Results Dashboard', 'Live Poll Results']) {
    await pollMenu(page).click()
    await check(page, page.getByRole('menuitem', { name }), dialog(page))
  }
  await page.route('**/api/polls/*/vote/', (route) => route.abort())
  await check(page, page.getByRole('button', { name: /^Vote for/ }).first(), dialog(page))
})

test('the filters of polls and officials on a phone, with a list of choices', async ({ memberReader: page }) => {
  await page.setViewportSize(phone)
  for (const path of ['/politicians?party=I', '/polls?category=1&sort=oldest']) {
    await visit(page, path)
    await check(page, page.getByRole('button', { name: /^Filters/ }), dialog(page))
  }
  await page.getByRole('button', { name: /^Filters/ }).click()
  await dialog(page).getByRole('combobox', { name: 'Politician' }).fill('a')
  await expect(dialog(page).getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectNoViolations(page, inDialog)
})

test('a message about a rating', async ({ memberReader: page }) => {
  await visit(page, '/politicians/15')
  await page.route('**/api/politicians/15/rate/', (route) => route.abort())
  await page
    .getByRole('button', { name: /^Good Job/ })
    .first()
    .click()
  await expect(toast(page)).toBeVisible()
  await expectNoViolations(page)
})

test('starting a discussion, with a list of tags', async ({ citizen: page }) => {
  await page.setViewportSize(phone)
  await visit(page, '/forums')
  await page.getByRole('button', { name: 'Start New Discussion' }).click()
  await dialog(page).getByRole('combobox', { name: 'Tags' }).click()
  await expect(dialog(page).getByRole('listbox', { name: 'Choices' }).getByRole('option').first()).toBeVisible()
  await expectNoViolations(page, inDialog)
})

test('the menu of a discussion, a comment and a message', async ({ citizen: page }) => {
  await visit(page, '/forums/1')
  await check(page, page.getByRole('button', { name: 'More options for this discussion' }), menu(page))
  await check(page, page.getByRole('button', { name: /^More options for .*comment/ }).first(), menu(page))
  await page
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'More options for this discussion' }).click()
  await page.getByRole('menuitem', { name: 'Bookmark' }).click()
  await expect(toast(page)).toBeVisible()
  await expectNoViolations(page)
})

/** Shows the first post of the feed as the viewer's own. A real one would be in the feeds of other tests. */
async function ownFirstPost(page: Page): Promise<void> {
  const { user_id }: { user_id: number } = JSON.parse(
    Buffer.from(authorization(page).authorization.split('.')[1] ?? '', 'base64url').toString(),
  )
  const now = new Date().toISOString()
  // The same post in each response: other tests may publish newer ones.
  let ownId: number | undefined
  await page.route(/\/api\/boilerroom\/posts\/(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body: { results: { id: number }[] } = await response.json()
    ownId ??= body.results[0]?.id
    const own = { user: user_id, created_at: now, edited_at: now }
    const results = body.results.map((post) => (post.id === ownId ? { ...post, ...own } : post))
    await route.fulfill({ response, json: { ...body, results } })
  })
  await page.route('**/api/boilerroom/posts/*/revisions/', (route) =>
    route.fulfill({ json: [{ text: 'The text before.', created_at: now }] }),
  )
}

test('the menu, editor, history and deletion of a post of one’s own', async ({ citizen: page }) => {
  await ownFirstPost(page)
  await visit(page, '/boiler-room')
  const post = page.getByRole('article').first()
  const more = post.getByRole('button', { name: /^More options/ }).first()
  await check(page, more, menu(page))
  for (const name of ['View edit history', 'Delete']) {
    await more.click()
    await check(page, page.getByRole('menuitem', { name }), dialog(page))
  }
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(post.getByRole('textbox', { name: 'Edit your post' })).toBeFocused()
  await expectNoViolations(page)
})

test('the composer of posts with pictures', async ({ citizen: page }) => {
  await visit(page, '/boiler-room')
  const files = [await drawImage(page, 'teal.png'), await drawImage(page, 'olive.png', 'olive')]
  await composer(page).getByLabel('Image file').setInputFiles(files)
  await expect(composer(page).getByRole('textbox', { name: 'Description of image 2' })).toBeVisible()
  await expectNoViolations(page)
})

test('the form and a dialog of the settings', async ({ citizen: page }) => {
  await visit(page, '/profile-settings')
  await check(page, page.getByRole('button', { name: 'Delete my account' }), dialog(page))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('Other')
  await expectNoViolations(page)
})

test('the first steps of a new member', async ({ citizen: page }) => {
  await page.setViewportSize(phone)
  // The ticker comes after some seconds, and covers half of a button now and then.
  await page.addInitScript(() => {
    localStorage.setItem('wtpu-welcome', '1')
    localStorage.setItem('wtpu-ticker-closed', 'true')
  })
  await visit(page, '/')
  for (const title of ['Your district', 'Answer five polls', 'Follow three people']) {
    await expect(page.locator('[aria-current="step"]').getByRole('heading', { name: title, exact: true })).toBeVisible()
    await waitForContent(page)
    await expectNoViolations(page, 'main')
    await expectNoHorizontalScroll(page)
    await page
      .locator('[aria-current="step"]')
      .getByRole('button', { name: /^(Skip|Next|Done)$/ })
      .click()
  }
  await expect(page.getByRole('region', { name: 'Your turn' })).toBeVisible()
})
