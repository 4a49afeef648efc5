import type { Page } from '@playwright/test'
import { expect, newIpAddress } from './fixtures.ts'

/** The admin of the demo. */
const admin = { username: 'admin@wtpu.example', password: 'citizen-demo' }
let token: string | undefined

/** Gives an account a role, as an admin does. `page` is any page of the site. */
export async function grantRole({ request }: Page, email: string, role: 'moderator' | 'admin'): Promise<void> {
  if (!token) {
    const signedIn = await request.post('/auth/api/token/', {
      data: admin,
      headers: { 'x-forwarded-for': newIpAddress() },
    })
    token = (await signedIn.json()).access
  }
  const headers = { authorization: `Bearer ${token}` }
  const path = '/api/admin/accounts/'
  const [account] = await (await request.get(path, { params: { q: email }, headers })).json()
  const changed = await request.patch(`${path}${account.id}/`, { data: { role }, headers })
  expect(changed.ok(), await changed.text()).toBe(true)
}

export const grantModerator = (page: Page, email: string) => grantRole(page, email, 'moderator')
