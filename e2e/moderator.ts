import type { Page } from '@playwright/test'
import { authorization, expect, newIpAddress, newUser, send } from './fixtures.ts'
import { read } from './forums.ts'

/** The admin of the demo. */
export const admin = { username: 'admin@wtpu.example', password: 'citizen-demo' }
let token: string | undefined
let signedInAt = 0
/** Roles need a sign-in of the last 15 minutes. */
const signInAgainMs = 10 * 60_000

/** Gives an account a role, as an admin does. `page` is any page of the site. */
export async function grantRole({ request }: Page, email: string, role: 'moderator' | 'admin'): Promise<void> {
  if (!token || Date.now() > signedInAt + signInAgainMs) {
    const signedIn = await request.post('/auth/api/token/', {
      data: admin,
      headers: { 'x-forwarded-for': newIpAddress() },
    })
    token = (await signedIn.json()).access
    signedInAt = Date.now()
  }
  const headers = { authorization: `Bearer ${token}` }
  const path = '/api/admin/accounts/'
  const [account] = await (await request.get(path, { params: { q: email }, headers })).json()
  const changed = await request.patch(`${path}${account.id}/`, { data: { role }, headers })
  expect(changed.ok(), await changed.text()).toBe(true)
}

export const grantModerator = (page: Page, email: string) => grantRole(page, email, 'moderator')

/** Opens a page that is signed in as a new moderator. `newMember` is the fixture. */
export async function newModerator(newMember: (as: { email: string }) => Promise<Page>): Promise<Page> {
  const { email } = newUser()
  const page = await newMember({ email })
  await grantModerator(page, email)
  return page
}

/** Opens the case about a text from the queue, which may have more pages, because other tests leave cases. */
export async function chooseCase(page: Page, text: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: text }).getByRole('button')
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(async () => {
    if (!(await row.isVisible()) && (await more.isVisible())) await more.click()
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await row.click()
}

/** Has a post of the author reported. Returns the path of the case. */
export async function openCase(author: Page, reporter: Page, moderator: Page, text: string): Promise<string> {
  const response = await author.request.post('/api/boilerroom/posts/', {
    multipart: { text },
    headers: authorization(author),
  })
  const { id }: { id: number } = await response.json()
  await send(reporter, '/api/reports/', { kind: 'post', id, reason: 'spam', note: 'Look.' })
  const { results } = await read<{ results: { id: number; content_id: number }[] }>(
    moderator,
    '/api/moderation/cases/?limit=50',
  )
  const found = results.find(({ content_id }) => content_id === id)
  return `/api/moderation/cases/${found?.id}/`
}
