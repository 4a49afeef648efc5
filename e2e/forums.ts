import type { Locator, Page } from '@playwright/test'
import { authorization, send, uniqueNumber } from './fixtures.ts'

export const newTitle = () => `Who sweeps the square? ${uniqueNumber()}`
const replies = (page: Page) => page.getByRole('region', { name: /^Replies/ })
export const row = (page: Page, text: string) => replies(page).getByRole('article', { name: text })

export async function read<Body>(page: Page, path: string): Promise<Body> {
  return (await page.request.get(path, { headers: authorization(page) })).json()
}

interface Comment {
  id: number
  content: string
  isPinned: boolean
  state: string
}
export const commentsOf = (page: Page, discussion: number) =>
  read<Comment[]>(page, `/api/forums/discussions/${discussion}/comments/`)

export async function startDiscussion(page: Page, title = newTitle()): Promise<number> {
  const body = { title, description: 'Every morning there are leaves.', category: 'Environment' }
  return (await send(page, '/api/forums/discussions/', body)).id
}

/** Opens a new discussion with one comment of the viewer. */
export async function openWithComment(page: Page, content: string): Promise<{ id: number; comment: Locator }> {
  const id = await startDiscussion(page)
  await send(page, `/api/forums/discussions/${id}/comments/`, { content })
  await page.goto(`/forums/${id}`)
  return { id, comment: row(page, content) }
}

/** Opens the menu of a discussion or of a comment. */
export async function openMenu(within: Locator): Promise<void> {
  await within
    .getByRole('button', { name: /^More options/ })
    .first()
    .click()
}

export async function choose(page: Page, within: Locator, name: string): Promise<void> {
  await openMenu(within)
  await page.getByRole('menuitem', { name }).click()
}
