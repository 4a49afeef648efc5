import { pages } from '@wtpu/contract/site/on-demand/pages'
import { addressesOf, forVisitors } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'
import { readTitles } from './titles.ts'

/**
 * Counterpart of tests/routes.test.ts in the browser: who is redirected, and the title that the server sends. html.spec.ts
 * opens each route as somebody who is not redirected.
 */

test('a visitor is sent to sign in from the routes for members', async ({ visitor }) => {
  test.slow()
  for (const path of addressesOf(pages.filter(({ member }) => member))) {
    await visitor.goto(path)
    await expect(visitor, path).toHaveTitle('Login | WTPU')
    await expect.poll(() => new URL(visitor.url()).pathname, path).toBe('/login')
    expect(await visitor.evaluate(() => sessionStorage.getItem('post_login_redirect'))).toBe(path)
  }
})

test('a signed-in citizen is led elsewhere from the pages for visitors', async ({ citizen }) => {
  for (const path of forVisitors) {
    await citizen.goto(path)
    await expect.poll(() => new URL(citizen.url()).pathname, path).not.toBe(path)
  }
})

test('behind a gate, the title of a page becomes that of its subject once, when the page has loaded', async ({
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
  for (const [path, title] of await readTitles(request)) {
    if (!/^\/(polls|politicians)(\/1)?$/.test(path)) continue
    await citizen.goto(path)
    await waitForContent(citizen)
    const titles = await citizen.evaluate<string[]>('titles')
    const general = path.endsWith('/1') ? [expect.stringMatching(/^(Live Citizen Polls|Politician) \| WTPU$/)] : []
    expect(titles, path).toEqual([...general, title])
  }
})
