import type { Locator, Page, Route } from '@playwright/test'
import { expect as expectSoon, signInAsNewUser, test } from './fixtures.ts'

// A failed call is tried again before a screen says so, which takes long on a busy machine.
const expect = expectSoon.configure({ timeout: 30_000 })

const unreachable = 'The server could not be reached. Check your connection and try again.'

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

/** Answers all calls but the live stream by `answer`, which can be replaced; undefined lets them through. */
async function controlCalls(page: Page, first: (route: Route) => Promise<void>) {
  let answer: ((route: Route) => Promise<void>) | undefined = first
  await page.route(/\/(api|auth\/api)\/(?!live\/)/, (route) => (answer ? answer(route) : route.continue()))
  return { use: (next: typeof answer) => void (answer = next) }
}

const brokenServer = (route: Route) =>
  route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","detail":""}' })
const noConnection = (route: Route) => route.abort('internetdisconnected')

const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }))
const expectSamePage = async (page: Page) => expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

for (const { path, access, failed, content } of screens) {
  test(`${path} says that it failed, and recovers`, async ({ visitor: page, context, baseURL }) => {
    // Loads the page twice, which takes long on a busy machine.
    test.slow()
    if (access !== 'public') await signInAsNewUser(context, baseURL ?? '')
    const error = page.getByText(failed, { exact: true }).last()

    await test.step('a slow server that fails: a skeleton, then Try Again', async () => {
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const calls = await controlCalls(page, async (route) => {
        await released
        await brokenServer(route)
      })
      await page.goto(path)
      await expect(page.locator('[aria-busy="true"]').first()).toBeAttached()
      await expect(error).toBeHidden()
      release()
      await expect(error).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await markPage(page)
      // Holds requests until the click, so that no refetch at an interval succeeds before it or fails during it.
      let press = () => {}
      const pressed = new Promise<void>((resolve) => (press = resolve))
      calls.use(async (route) => {
        await pressed
        await route.continue()
      })
      await page.getByRole('main').getByRole('button', { name: 'Try Again', exact: true }).first().click()
      press()
      await expect(content(page)).toBeVisible()
      await expect(error).toBeHidden()
      await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
      await expectSamePage(page)
    })

    await test.step('offline: by itself', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const calls = await controlCalls(page, noConnection)
      await page.goto(path)
      await expect(error).toBeVisible()
      if (!/Not Found|No politicians found/.test(failed))
        await expect(page.getByText(unreachable).first()).toBeVisible()
      await markPage(page)
      await context.setOffline(true)
      calls.use(undefined)
      await context.setOffline(false)
      await expect(content(page)).toBeVisible()
      await expect(error).toBeHidden()
      await expectSamePage(page)
    })
  })
}
