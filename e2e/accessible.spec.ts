import { pages } from '@wtpu/contract/site/on-demand/pages'
import type { Page } from '@playwright/test'
import { addressesOf, forVisitors } from './addresses.ts'
import { openSteadily } from './first-load.ts'
import { expect, test } from './fixtures.ts'
import {
  collectConsoleErrors,
  expectAccessible,
  expectLargeTextFits,
  expectNoHorizontalScroll,
  expectNoViolations,
  expectReadableSize,
  expectReasonsOfDisabled,
  expectRoomInSmallWindow,
  expectSpacedTextFits,
} from './screen.ts'
import { falseAlarms, falseAlarmsOn } from './second-engine.ts'
import { visitStates } from './states.ts'

/**
 * Every screen of the route table and its variants: steady on a phone while it loads, two engines, both themes, small windows, no
 * console errors. html.spec.ts opens the routes on a desktop.
 */

const signedOut = [
  ...addressesOf(pages.filter(({ member }) => !member)),
  '/login?error=access_denied',
  '/reset-password',
  '/confirm-email',
  '/ballot',
  '/answer',
  '/search',
  '/search?q=zzyzxq',
  '/roll-calls/999999',
  '/no-such-page',
]
const signedIn = [
  ...addressesOf(pages.filter(({ path }) => !forVisitors.includes(path))),
  '/politicians/1?tab=records',
  '/politicians/1?tab=contact',
  '/politicians/1?tab=polls',
  '/politicians?mine=1',
  '/politicians/999999',
  '/polls?filter=trending',
  '/polls?q=no-such-poll',
  '/polls?q=Unknown+Name&filter=politician',
  '/user/999999',
  '/forums?tab=trending',
  '/forums?q=the+city',
  '/forums?q=zqxjkvw',
  '/forums/999999999',
  '/boiler-room?tab=search',
  '/boiler-room?tab=followings',
  '/search?q=maria&kind=people',
  '/search?q=zzyzxq',
]
/** The screens that load data, which can be late, missing or not come at all. */
const loadingSignedOut = ['/', '/search?q=school', '/common-ground', '/roll-calls', '/roll-calls/1']
const loadingSignedIn = [
  ...loadingSignedOut,
  '/dashboard',
  '/notifications',
  '/profile-settings',
  '/profile-settings/notifications',
  '/politicians/1?tab=records',
  '/politicians/1?tab=polls',
  ...addressesOf(pages.filter(({ member }) => member)),
]

const phone = { width: 390, height: 844 }

async function expectFinished(page: Page, path: string): Promise<void> {
  const errors = collectConsoleErrors(page)
  const usual = page.viewportSize()
  // What the checks of another page have set would keep things from moving.
  await page.emulateMedia({ reducedMotion: null, colorScheme: null })
  await page.setViewportSize(phone)
  await openSteadily(page, path)
  await expectRoomInSmallWindow(page)
  if (usual) await page.setViewportSize(usual)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  if (path !== '/') {
    await expect(page.locator('h1')).toHaveCSS('font-size', '30px')
    if (!belowPicture.has(path)) expect([16, 64, undefined]).toContain(await page.evaluate(topOfTitle))
  }
  await expectReadableSize(page)
  await expectReasonsOfDisabled(page)
  await expectSpacedTextFits(page)
  await expectLargeTextFits(page)
  expect(errors).toEqual([])
}

/** The title of these is below a portrait, or a large number. */
const belowPicture = new Set(['/user/1', '/no-such-page'])

/**
 * How far the title is below the header: at the top of the page, or below one line that leads back or has badges. Undefined if it is
 * not seen, or says in the middle of the page that something does not exist. Runs in the page.
 */
function topOfTitle(): number | undefined {
  const title = document.querySelector('main h1')!
  if (title.clientWidth < 2 || getComputedStyle(title).textAlign === 'center') return undefined
  return Math.round(title.getBoundingClientRect().top - document.querySelector('main')!.getBoundingClientRect().top)
}

async function expectEveryStateAccessible(page: Page, path: string): Promise<void> {
  await visitStates(page, path, (state) =>
    test.step(state, async () => {
      await expect(page.locator('h1')).toBeVisible()
      // Header and footer are the same on all pages, so they are checked on one.
      await expectNoViolations(page, path === '/' ? 'html' : 'main')
    }),
  )
}

test.describe.configure({ mode: 'parallel' })
// Axe is slow on a busy machine.
test.slow()

test('the false alarms of the second engine are still raised', async ({ reader: page }) => {
  await page.goto('/login')
  await expect(page.locator('h1')).toBeVisible()
  expect(await falseAlarmsOn(page)).toEqual(falseAlarms)
})

/** Causes of violations, each in a part of the page, by the rule that finds it. */
const violations = {
  'image-alt': () => document.querySelector('main')!.append(document.createElement('img')),
  'color-contrast': () => {
    const text = document.querySelector('footer')!.appendChild(document.createElement('p'))
    text.textContent = 'Pale'
    text.style.color = 'gray'
  },
  'landmark-unique': () => document.querySelector('main')!.append(document.querySelector('header nav')!.cloneNode()),
}

test('a page that was checked before is checked again where it has changed', async ({ reader: page }) => {
  for (const [rule, cause] of Object.entries(violations)) {
    await page.goto('/about')
    await expectAccessible(page)
    await page.evaluate(cause)
    await expect(expectNoViolations(page)).rejects.toThrow(rule)
  }
})

test('the site gate is accessible', async ({ page }) => {
  await expectFinished(page, '/')
})

// Signed out first: what is the same signed in is not judged again.
for (const path of new Set([...signedOut, ...signedIn])) {
  test(`${path} is accessible`, async ({ reader, memberReader }) => {
    if (signedOut.includes(path)) await test.step('signed out', () => expectFinished(reader, path))
    if (signedIn.includes(path)) await test.step('signed in', () => expectFinished(memberReader, path))
  })
}

for (const path of loadingSignedIn) {
  test(`${path} is accessible while it loads, empty and after an error`, async ({ reader, memberReader }) => {
    if (loadingSignedOut.includes(path)) await test.step('signed out', () => expectEveryStateAccessible(reader, path))
    await test.step('signed in', () => expectEveryStateAccessible(memberReader, path))
  })
}
