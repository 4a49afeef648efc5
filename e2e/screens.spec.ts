import { chooseInPollMenu } from './polls.ts'
import { expect, test } from './fixtures.ts'
import { expectPrefetchedToBeUsed, waitForContent } from './screen.ts'

test('traps focus in the mobile menu, closes it on Escape and returns focus', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 360, height: 740 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const button = citizen.getByRole('button', { name: 'Open menu' })
  await button.press('Enter')
  const dialog = citizen.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let count = 0; count < 15; count++) {
    await citizen.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await citizen.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('supports passing the gate, signing in, searching and rating by keyboard alone', async ({ page, baseURL }) => {
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count++) await page.keyboard.press(key)
  }
  /** Presses Tab until the focused element has this name. */
  const tabTo = async (name: RegExp) => {
    for (let count = 0; count < 80; count++) {
      const focusedName = await page.evaluate(() => {
        const focused = document.querySelector(':focus')
        const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
        return focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? ''
      })
      if (name.test(focusedName)) return
      await press('Tab')
    }
    throw new Error(`${String(name)} is not reachable by Tab`)
  }
  await page.goto(`${baseURL}/politicians`)
  await expect(page.getByLabel('Access Password', { exact: true })).toBeVisible()
  await tabTo(/^Access Password/)
  // Until the scripts have arrived, the field has the focus and takes no text.
  await expect(page.getByLabel('Access Password', { exact: true })).toBeEditable()
  await page.keyboard.type('citizenship')
  await press('Enter')
  await expect(page.getByLabel('Email')).toBeVisible()
  await tabTo(/^Email/)
  await page.keyboard.type('demo@wtpu.example')
  await press('Tab')
  await page.keyboard.type('citizen-demo')
  await press('Enter')
  await expect(page).toHaveURL('/politicians')
  await waitForContent(page)
  await tabTo(/^Search/)
  await page.keyboard.type('greenmantle')
  await expect(page.getByRole('article')).toHaveCount(1)
  await tabTo(/^(Good Job|View Profile)/)
  await press('Enter')
  await expect(
    page
      .getByText(/Rated Good Job!/)
      .or(page.getByRole('heading', { level: 1, name: /Greenmantle/ }))
      .first(),
  ).toBeVisible()
})

test('opens the account menu by Enter with the first item chosen', async ({ citizen }) => {
  await citizen.goto('/about')
  await citizen.getByRole('button', { name: /^Account menu/ }).press('Enter')
  await expect(citizen.getByRole('menuitem').first()).toBeFocused()
})

test('applies the theme chosen in the footer before the first paint after a reload', async ({ visitor }) => {
  await visitor.goto('/')
  // The ticker moves the footer when it appears.
  await expect(visitor.getByRole('region', { name: 'Performance updates' })).toBeVisible()
  await visitor.getByText('Dark', { exact: true }).click()
  await expect(visitor.locator('html')).toHaveClass(/dark/)
  await visitor.reload({ waitUntil: 'commit' })
  await expect(visitor.locator('html')).toHaveClass(/dark/)
})

test('prints in the light theme and without interactive controls', async ({ citizen }) => {
  await citizen.emulateMedia({ colorScheme: 'dark' })
  await citizen.goto('/polls/12')
  await waitForContent(citizen)
  const textColor = () => citizen.locator('html').evaluate((page) => getComputedStyle(page).color)
  const onScreen = await textColor()
  await citizen.emulateMedia({ media: 'print', colorScheme: 'dark' })

  await expect.poll(textColor).not.toBe(onScreen)
  await expect(citizen.getByRole('article').first()).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'tab', 'form'] as const) {
    await expect(citizen.getByRole(role)).toHaveCount(0)
  }
  // The options of an open poll are buttons, and so are words with a definition.
  await expect(citizen.locator('button:not([data-term]):visible').filter({ hasNotText: /%/ })).toHaveCount(0)
  const bar = citizen.locator('article .bg-bar-lead').first()
  await expect(bar).toBeVisible()
  await expect(bar).toHaveCSS('print-color-adjust', 'exact')
})

test('prints every word and row of a result', async ({ visitor }) => {
  await visitor.goto('/results/1')
  await waitForContent(visitor)
  await visitor.emulateMedia({ media: 'print' })

  await expect(visitor.getByText(/^WTPU · http.*\/results\/1$/)).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('button', { name: 'ballot' })).toBeVisible()
  const table = visitor.getByRole('region', { name: /^Results by state/ })
  expect(await table.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(false)
})

test('prints an open dialog in full instead of the page', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  await chooseInPollMenu(citizen, 'Live Poll Results')
  const dialog = citizen.getByRole('dialog', { name: 'Live Poll Results' })
  const results = dialog.getByRole('listitem')
  await expect(results.first()).toBeVisible()
  await citizen.emulateMedia({ media: 'print' })

  await expect(dialog.getByRole('button')).toHaveCount(0)
  await expect(citizen.locator('main')).toBeHidden()
  const { top, clipped } = await dialog.evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    clipped: element.scrollHeight > element.clientHeight,
  }))
  expect({ top, clipped }).toEqual({ top: 0, clipped: false })
  await expect(results.last()).toBeVisible()
})

for (const path of [
  '/',
  '/polls',
  '/politicians',
  '/politicians/1',
  '/forums',
  '/common-ground',
  '/roll-calls/1',
  '/results/1',
]) {
  test(`prefetches what ${path} needs before the scripts run, and uses all of it`, async ({ memberReader }) => {
    await expectPrefetchedToBeUsed(memberReader, path)
  })
}

test('preloads the heading font and uses the web fonts for headings and text', async ({ visitor }) => {
  const preloaded = visitor.waitForRequest(/source-serif-4-latin-[^/]*woff2$/)
  await visitor.goto('/')
  await preloaded
  await waitForContent(visitor)
  await expect(visitor.getByText('WTPU', { exact: true }).first()).toHaveCSS('font-family', /^"Source Serif 4"/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"Source Serif 4"/)
  await expect(visitor.locator('body')).toHaveCSS('font-family', /^Inter/)
})
