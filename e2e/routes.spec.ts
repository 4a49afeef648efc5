import type { Poll } from '@wtpu/contract/polls/polls'
import type { RollCall } from '@wtpu/contract/roll-calls'
import { checkHead, rollCallHead } from '@wtpu/contract/site/public-heads'
import { pages, type Page as Route } from '@wtpu/contract/site/pages'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

/** Counterpart of tests/routes.test.ts in the browser: the access and the title of each route. */

interface Visit {
  path: string
  member: boolean
  title: string
}

/** Without an email address, the screen sends the visitor back. */
const addresses: Record<string, string> = { '/verify-otp': '/verify-otp?email=ada%40wtpu.example' }
const siteTitle = 'WTPU | Citizenship Before Partisanship'

/** The title of a page that shows one poll, official, discussion or user is its name. */
async function nameOf({ path }: Route, request: APIRequestContext): Promise<string | undefined> {
  const read = async <Body>(url: string): Promise<Body> => (await request.get(url)).json()
  if (path === '/polls/$pollId') return (await read<{ question: string }>('/api/polls/1/')).question
  if (path === '/polls/$pollId/check') return checkHead(await read<Poll>('/api/polls/1/')).title
  if (path === '/politicians/$politicianId') return (await read<{ name: string }>('/api/politicians/1/')).name
  if (path === '/roll-calls/$rollCallId') return rollCallHead(await read<RollCall>('/api/roll-calls/1/')).title
  if (path === '/boiler-room/hashtag/$tag') return '#1'
  return undefined
}

async function visits(request: APIRequestContext): Promise<Visit[]> {
  return Promise.all(
    pages.map(async (page) => {
      const name = (await nameOf(page, request)) ?? page.head.title
      const title = name === undefined ? siteTitle : `${name} | WTPU`
      return { path: page.path.replace(/\$\w+/, '1'), member: page.member, title }
    }),
  )
}

test('a visitor reaches the public routes, and is sent to sign in from all others', async ({ visitor, request }) => {
  test.slow()
  for (const { path, member, title } of await visits(request)) {
    await visitor.goto(addresses[path] ?? path)
    await expect(visitor, path).toHaveTitle(member ? 'Login | WTPU' : title)
    await expect.poll(() => new URL(visitor.url()).pathname, path).toBe(member ? '/login' : path)
    if (member) expect(await visitor.evaluate(() => sessionStorage.getItem('post_login_redirect'))).toBe(path)
  }
})

test('a signed-in citizen reaches every route but the sign-in screens', async ({ citizen, request }) => {
  test.slow()
  const signIn = new Set(['/login', '/signup'])
  // Their titles need an account and are compared below.
  const named = new Set(['/forums/1', '/user/1'])
  for (const { path, title } of await visits(request)) {
    await citizen.goto(addresses[path] ?? path)
    if (signIn.has(path)) {
      await expect.poll(() => new URL(citizen.url()).pathname, path).not.toBe(path)
      continue
    }
    if (!named.has(path)) await expect(citizen, path).toHaveTitle(title)
    expect(new URL(citizen.url()).pathname, path).toBe(path)
  }
  for (const path of named) {
    await citizen.goto(path)
    await waitForContent(citizen)
    const heading = await citizen.getByRole('main').getByRole('heading', { level: 1 }).innerText()
    await expect(citizen, path).toHaveTitle(`${heading} | WTPU`)
  }
})

test('the title that the server sends for a public subject does not change when the page has loaded', async ({
  citizen,
  request,
}) => {
  await citizen.addInitScript(() => {
    const titles: string[] = []
    Object.assign(globalThis, { titles })
    new MutationObserver(() => {
      if (document.title !== '' && titles.at(-1) !== document.title) titles.push(document.title)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (const { path, title } of await visits(request)) {
    if (!/^\/(polls|politicians)(\/1)?$/.test(path)) continue
    await citizen.goto(path)
    await waitForContent(citizen)
    expect(await citizen.evaluate<string[]>('titles'), path).toEqual([title])
  }
})
