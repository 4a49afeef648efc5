import { expect, test } from '@playwright/test'
import { passGate } from './fixtures.ts'
import { finishRecording, replay, signInToReplay } from './recorded-responses.ts'
import { waitForContent } from './screen.ts'

/**
 * The look of the main screens. All calls are answered from a recording and the clock shows the time of the recording, so
 * neither the demo's content nor other tests change a picture. After an intended change:
 * npm run e2e:screenshots -- --update
 */

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const [light, dark] = ['light', 'dark'] as const

const screens = [
  { name: 'home', path: '/', viewport: desktop, colorScheme: light, visitor: true },
  { name: 'home-phone', path: '/', viewport: phone, colorScheme: dark, visitor: true },
  { name: 'sign-in-phone', path: '/login', viewport: phone, colorScheme: light, visitor: true },
  { name: 'about', path: '/about', viewport: desktop, colorScheme: dark, visitor: true },
  { name: 'polls', path: '/polls', viewport: desktop, colorScheme: light },
  { name: 'polls-phone', path: '/polls', viewport: phone, colorScheme: dark },
  { name: 'politicians', path: '/politicians', viewport: desktop, colorScheme: dark },
  { name: 'politician-phone', path: '/politicians/1', viewport: phone, colorScheme: light },
  { name: 'forums', path: '/forums', viewport: desktop, colorScheme: light },
  { name: 'discussion-phone', path: '/forums/1', viewport: phone, colorScheme: dark },
  { name: 'boiler-room', path: '/boiler-room', viewport: desktop, colorScheme: dark },
  { name: 'search-phone', path: '/search?q=school', viewport: phone, colorScheme: light },
]

/** Playwright's own threshold does not see that the color of a text is a little lighter. */
const strict = { threshold: 0.05, maxDiffPixels: 100 }
/** Another version of the browser draws letters a little differently. */
const tolerant = { maxDiffPixelRatio: 0.02 }

// Pages load slowly on a busy machine.
test.slow()
test.use({ locale: 'en-US', timezoneId: 'America/New_York', contextOptions: { reducedMotion: 'reduce' } })

for (const { name, path, viewport, colorScheme, visitor = false } of screens) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme })

    test(`the look of ${path} in the ${colorScheme} theme, ${viewport.width} px wide`, async ({ context, page }) => {
      await passGate(context)
      if (!visitor) await signInToReplay(context)
      const { sameBrowser } = await replay(page)
      await page.goto(path)
      await waitForContent(page)
      await expect(page.getByText('Searching...')).toHaveCount(0)
      // Loaded when the page is idle.
      if (path === '/') await expect(page.getByRole('region', { name: 'Performance updates' })).toBeVisible()
      if (name === 'polls') await expect(page.getByRole('combobox', { name: 'Politician' })).toBeEnabled()
      // Its code loads later.
      if (name === 'politician-phone') await expect(page.getByRole('button', { name: /^Good Job for/ })).toBeVisible()
      await expect(page).toHaveScreenshot(`${name}.png`, sameBrowser ? strict : tolerant)
      await finishRecording(page)
    })
  })
}
