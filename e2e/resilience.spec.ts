import type { Locator, Page } from '@playwright/test'
import { expect as expectSoon, test } from './fixtures.ts'

// A failed call is tried again before a screen says so, which takes long on a busy machine.
const expect = expectSoon.configure({ timeout: 30_000 })

const unreachable = 'The server could not be reached. Check your connection and try again.'

/** accessible.spec.ts fails each screen by its server, and clicks Try Again. */

test.describe.configure({ mode: 'parallel' })

interface Screen {
  path: string
  /** For members, unless it says so. */
  access?: 'public'
  /** The title of its error. */
  failed: string
  /** Its content, once it has loaded. */
  content: (page: Page) => Locator
}

const card = (page: Page) => page.locator('main article').first()
const screens: Screen[] = [
  { path: '/', access: 'public', failed: 'Polls could not be loaded', content: card },
  { path: '/search?q=housing', access: 'public', failed: 'The search failed', content: resultsOf },
  { path: '/polls/1', failed: 'Polls could not be loaded', content: card },
  { path: '/politicians', failed: 'No politicians found', content: card },
  { path: '/politicians/1', failed: 'Politician Not Found', content: tabs },
  { path: '/boiler-room', failed: 'Failed to load posts. Please try again later.', content: card },
  { path: '/boiler-room?post=1', failed: 'This post could not be loaded', content: card },
  { path: '/boiler-room/hashtag/Volunteers', failed: 'Failed to load posts. Please try again later.', content: card },
  {
    path: '/user/1',
    failed: 'The profile could not be loaded',
    content: (page) => page.getByRole('heading', { name: 'Recent Posts' }),
  },
  { path: '/forums', failed: 'Unable to Load Forums', content: card },
  { path: '/forums/activity', failed: 'Unable to Load Forums', content: (page) => page.locator('main li a').first() },
  {
    path: '/forums/1',
    failed: 'Unable to Load Discussion',
    content: (page) => page.getByRole('navigation', { name: 'Breadcrumb' }),
  },
  {
    path: '/profile-settings',
    failed: 'Your profile could not be loaded',
    content: (page) => page.getByRole('button', { name: 'Edit Profile' }),
  },
]

function resultsOf(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('link').first()
}

function tabs(page: Page): Locator {
  return page.getByRole('tab', { name: 'Discussion Wall' })
}

const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }))
const expectSamePage = async (page: Page) => expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

for (const { path, access, failed, content } of screens) {
  test(`${path} says that it failed offline, and recovers by itself`, async ({ reader, memberReader }) => {
    const page = access === 'public' ? reader : memberReader
    const error = page.getByText(failed, { exact: true }).last()
    let isOffline = true
    // All calls but the live stream.
    await page.route(/\/(api|auth\/api)\/(?!live\/)/, (route) =>
      isOffline ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.goto(path)
    await expect(error).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    if (!/Not Found|No politicians found/.test(failed)) await expect(page.getByText(unreachable).first()).toBeVisible()
    await markPage(page)
    await page.context().setOffline(true)
    isOffline = false
    await page.context().setOffline(false)
    await expect(content(page)).toBeVisible()
    await expect(error).toBeHidden()
    await expectSamePage(page)
  })
}
